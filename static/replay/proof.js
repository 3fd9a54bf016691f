// Redoes all of a game that can be redone without its rules, and compares it with what is claimed.

import { canonicalJson } from "./canonical.js";
import { Stream, hexOf, seedOf, sha256, bytesOf } from "./chance.js";

const CHECKS = { commitment, seed, draw, header, chain };

// Whether this browser lets a page compute hashes: only https, or the same machine, may.
export function canProve() {
  return Boolean(globalThis.crypto?.subtle);
}

// Yields each check with whether it holds; `entry` is the first that does not, where there is one.
export async function* prove(proof) {
  for (const { check, words } of proof.checks) {
    const [name, label] = check.split(":");
    let found;
    try {
      found = await CHECKS[name](proof, label);
    } catch {
      found = { holds: false }; // what cannot even be computed is not proved
    }
    yield { check, words, ...found };
  }
}

async function commitment({ secret, header }) {
  return { holds: hexOf(await sha256(bytesOf(secret))) === header.commitment };
}

async function seed(proof) {
  return { holds: hexOf(await seedOf(proof.secret, proof.nonces)) === proof.seed };
}

async function draw(proof, label) {
  const claimed = proof.draws.find((each) => each.label === label);
  const stream = new Stream(await seedOf(proof.secret, proof.nonces), label);
  const { items, drawn } = claimed;
  if (claimed.is_shuffle) {
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
  let expected = 1;
  for (const { hash, ...hashed } of entriesOf(proof)) {
    const follows = hashed.seq === expected && (!before || hashed.prev_hash === before);
    if (!follows || hexOf(await sha256(canonicalJson(hashed))) !== hash) {
      return { holds: false, entry: hashed.seq };
    }
    before = hash;
    expected += 1;
  }
  return { holds: true };
}

function entriesOf({ keys, entries }) {
  return entries.map((values) => Object.fromEntries(keys.map((key, place) => [key, values[place]])));
}
