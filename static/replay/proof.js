// Checks the proof of a game: computes anew what needs no rules, and compares it with what is claimed.

import { canonicalJson } from "./canonical.js";
import { bytesOf, derivedWord, hexOf, seedOf, sha256, streamOf } from "./chance.js";

// Whether this browser lets a page compute hashes: only https, or the same machine, may.
export function canProve() {
  return Boolean(globalThis.crypto?.subtle);
}

// Yields each check with whether it holds; `entry` is the number of the first entry that does not.
// The checks follow from the claims in the proof, never from the words sent with it.
export async function* prove(proof) {
  for (const [check, run] of checksOf(proof)) {
    let found;
    try {
      found = await run();
    } catch {
      found = { holds: false }; // what cannot even be computed is not proved
    }
    yield { check, words: proof.words[check] ?? check, ...found };
  }
}

function checksOf(proof) {
  return [
    ["commitment", () => commitment(proof)],
    ...(proof.header.drawn?.some(Boolean) ? [["derived", () => derived(proof)]] : []),
    ["seed", () => seed(proof)],
    ...proof.draws.map((claimed) => [`draw:${claimed.label}`, () => draw(proof, claimed)]),
    ["header", () => header(proof)],
    ["chain", () => chain(proof)],
  ];
}

async function commitment({ secret, header }) {
  return { holds: hexOf(await sha256(bytesOf(secret))) === header.commitment };
}

async function derived({ secret, header, nonces }) {
  for (const [seat, isDrawn] of header.drawn.entries()) {
    if (isDrawn && nonces[seat] !== (await derivedWord(secret, seat))) return { holds: false };
  }
  return { holds: header.drawn.length === nonces.length };
}

async function seed(proof) {
  return { holds: hexOf(await seedOf(proof.secret, proof.nonces)) === proof.seed };
}

async function draw(proof, { label, items, drawn, is_shuffle: isShuffle }) {
  // The stream of a label is read once: it cannot have decided two things.
  if (proof.draws.filter((each) => each.label === label).length > 1) return { holds: false };
  const stream = streamOf(await seedOf(proof.secret, proof.nonces), label);
  if (isShuffle) {
    const shuffled = await stream.shuffle(items);
    return { holds: drawn.length > 0 && drawn.every((item, place) => item === shuffled[place]) };
  }
  for (const item of drawn) {
    if (item !== items[await stream.below(items.length)]) return { holds: false };
  }
  return { holds: drawn.length > 0 };
}

async function header(proof) {
  const first = entriesOf(proof)[0];
  return { holds: first === undefined || first.prev_hash === (await headerHash(proof)) };
}

async function headerHash({ header, nonces }) {
  const words = await Promise.all(nonces.map(async (nonce) => hexOf(await sha256(nonce))));
  return hexOf(await sha256(canonicalJson({ ...header, nonces: words })));
}

async function chain(proof) {
  let before;
  for (const [place, { hash, ...hashed }] of entriesOf(proof).entries()) {
    const entry = place + 1;
    const follows = hashed.seq === entry && (!place || hashed.prev_hash === before);
    if (!follows || hexOf(await sha256(canonicalJson(hashed))) !== hash) {
      return { holds: false, entry };
    }
    before = hash;
  }
  return { holds: true };
}

function entriesOf({ keys, entries }) {
  return entries.map((values) =>
    Object.fromEntries(keys.map((key, place) => [key, values[place]]))
  );
}
