// The random numbers of a game, as engine/fairness.py derives them from its seed.

const WORD_VALUES = 2 ** 32;
const BLOCK_WORDS = 8;
const encoder = new TextEncoder();

export function bytesOf(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256(data) {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

// Returns the seed: the SHA-256 of the secret and of the SHA-256 of each player's word, by seat.
export async function seedOf(secret, nonces) {
  const words = await Promise.all(nonces.map((nonce) => sha256(nonce)));
  const parts = [bytesOf(secret), ...words];
  return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
}

// Returns the word of a seat whose player gave none, as engine/fairness.py derives it.
export async function derivedWord(secret, seat) {
  const key = await hmacKey(bytesOf(secret));
  const message = encoder.encode(`word:${seat}`);
  return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
}

function hmacKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

// Returns the stream of one label, from its start.
export function streamOf(seed, label) {
  const key = hmacKey(seed);
  let words = [];
  let blocks = 0;

  async function nextWord() {
    if (!words.length) {
      const message = encoder.encode(`${label}:${blocks}`);
      const block = new DataView(await crypto.subtle.sign("HMAC", await key, message));
      words = Array.from({ length: BLOCK_WORDS }, (_, word) => block.getUint32(4 * word));
      blocks += 1;
    }
    return words.shift();
  }

  // Returns the next number from 0 to n - 1, each equally likely.
  async function below(n) {
    const limit = n * Math.floor(WORD_VALUES / n);
    let word = await nextWord();
    while (word >= limit) word = await nextWord();
    return word % n;
  }

  async function shuffle(items) {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = await below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }

  return { below, shuffle };
}
