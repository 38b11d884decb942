/** Numbers at least 0 and below 1 from a seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of `count` independent trials succeed: adds up the gaps between successes. */
export function binomial(random: Random, count: number, rate: number): number {
  if (rate <= 0 || count === 0) {
    return 0;
  }
  if (rate > 0.5) {
    return count - binomial(random, count, 1 - rate);
  }
  const scale = 1 / Math.log1p(-rate);
  let successes = -1;
  let position = 0;
  while (position <= count) {
    position += Math.floor(Math.log1p(-random()) * scale) + 1;
    successes += 1;
  }
  return successes;
}

/** How many events of a mean rate happen; rounded from a normal distribution for a large mean. */
export function arrivals(random: Random, mean: number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log1p(-random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const end = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > end; product *= random()) {
    count += 1;
  }
  return Math.max(count, 0);
}
