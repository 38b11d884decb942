/** What fast-check takes as it is, and shows again. */
export const seedsMax = 2 ** 31;

/**
 * The seed that FUZZ_SEED gives to every part of a run, to repeat it; undefined for none, which
 * leaves each part its own. Throws on anything but a whole number below `seedsMax`.
 */
export function seedOf(text: string | undefined): number | undefined {
  if (text === undefined || text === "") {
    return undefined;
  }
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed >= seedsMax) {
    throw new Error(`FUZZ_SEED is no whole number below ${seedsMax}: ${text}`);
  }
  return seed;
}

const given = seedOf(process.env.FUZZ_SEED);

/** For `fc.assert`: without FUZZ_SEED, fast-check takes a seed of its own and prints it with what it finds. */
export const seeded: { readonly seed?: number } = given === undefined ? {} : { seed: given };

/** For generators of our own. */
export const fuzzSeed: number = given ?? Math.floor(Math.random() * seedsMax);
