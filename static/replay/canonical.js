// Canonical JSON, as engine/record.py writes it: each value has one form, so that hashes can be
// compared. Keys are sorted by code point, and only what must be is escaped.

export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const pairs = Object.keys(value)
      .sort(byCodePoint)
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
    return `{${pairs.join(",")}}`;
  }
  // JavaScript cannot represent such a number exactly.
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError(`${value}`);
  if (value === undefined) throw new TypeError("undefined");
  return JSON.stringify(value);
}

// JavaScript compares strings by units of UTF-16, which puts U+10000 before U+FFFF.
function byCodePoint(one, other) {
  const left = Array.from(one, (letter) => letter.codePointAt(0));
  const right = Array.from(other, (letter) => letter.codePointAt(0));
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    if (left[place] !== right[place]) return left[place] - right[place];
  }
  return left.length - right.length;
}
