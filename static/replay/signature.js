// Checks the signature of a game's file with the browser's own Ed25519, where it has one.

import { canonicalJson } from "./canonical.js";
import { bytesOf } from "./chance.js";

const encoder = new TextEncoder();

// Returns "ours" (signed with a key that this service publishes), "another" (with another key),
// "wrong" (it does not fit the file) or "unable" (this browser cannot compute it).
export async function checkSignature(file, keysAddress) {
  const { signature, ...rest } = file.signature;
  let key;
  try {
    key = await crypto.subtle.importKey("raw", bytesOf(rest.key), "Ed25519", false, ["verify"]);
  } catch {
    return "unable";
  }
  const message = encoder.encode(canonicalJson({ ...file, signature: rest }));
  const holds = await crypto.subtle.verify("Ed25519", key, bytesOf(signature), message);
  if (!holds) return "wrong";
  return (await published(keysAddress)).includes(rest.key) ? "ours" : "another";
}

async function published(address) {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    return (await response.json()).keys.map(({ key }) => key);
  } catch {
    return [];
  }
}
