// What `deno check` takes for granted: a script knows which elements its page has.

// deno-lint-ignore-file no-explicit-any
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface EventTarget {
  closest(selectors: string): any;
}
