/** fast-check uses and prints seeds below this bound unchanged. */
const seedsMax = 2 ** 31;

/**
 * Parses FUZZ_SEED, which sets the seed of every part of a run. Undefined without a value; each
 * part then has a random seed. Throws unless it is an integer from 0 to `seedsMax` - 1.
 */
export function seedOf(text: string | undefined): number | undefined {
  if (text === undefined || text === "") {
    return undefined;
  }
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed >= seedsMax) {
    throw new Error(`FUZZ_SEED is not an integer below ${seedsMax}: ${text}`);
  }
  return seed;
}

const given = seedOf(process.env.FUZZ_SEED);

/**
 * Options of `fc.assert`. Without FUZZ_SEED fast-check chooses a seed and prints it on a failure.
 */
export const seeded: { readonly seed?: number } = given === undefined ? {} : { seed: given };

/** The seed of `Random`. */
export const fuzzSeed: number = given ?? Math.floor(Math.random() * seedsMax);
