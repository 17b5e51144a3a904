/**
 * Hands out the key that makes a repeated booking harmless: the same contents get the same key, so that a try whose answer
 * was lost is never booked twice; changed contents get a new one.
 */
export function createKeyring(): { keyFor: (contents: unknown) => string; forget: () => void } {
  let last: { contents: string; key: string } | undefined;
  return {
    keyFor(contents) {
      const text = JSON.stringify(contents);
      if (last?.contents !== text) last = { contents: text, key: randomKey() };
      return last.key;
    },
    forget() {
      last = undefined;
    },
  };
}

/** `randomUUID` exists in secure contexts only; a practice's test server in the local network is none. */
function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
