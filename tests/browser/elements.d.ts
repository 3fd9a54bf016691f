// What `deno check` takes for granted: a script knows which elements its page has.

interface ParentNode {
  // deno-lint-ignore no-explicit-any
  querySelector(selectors: string): any;
  // deno-lint-ignore no-explicit-any
  querySelectorAll(selectors: string): NodeListOf<any>;
}
