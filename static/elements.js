// Elements of a page: those that are there, by their data attributes, and new ones.

/** Return a function that finds the part of `root` with a data attribute. */
export const partsOf = (root) => (name) => root.querySelector(`[data-${name}]`);

/** Return a new element with these properties. */
export const element = (name, properties = {}) =>
  Object.assign(document.createElement(name), properties);
