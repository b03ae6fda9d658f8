// Chance that is the same every time. The client has no switch for it: its page is given another source instead.

/** Replaces the browser's random numbers by those of a seed; called before the page loads. Deals and tiles follow. */
export function fixChance(seed) {
  return (page) =>
    page.addInitScript((seed) => {
      // Mulberry32.
      let state = seed;
      const next = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return (mixed ^ (mixed >>> 14)) >>> 24;
      };
      Crypto.prototype.getRandomValues = (array) => {
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, index, bytes) => (bytes[index] = next()));
        return array;
      };
    }, seed);
}
