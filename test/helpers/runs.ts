/** How many times longer random tests and rounds of faults take; `make nightly` and `make fuzz` raise it. */
const times = Number(process.env.TEST_TIMES ?? 1);

/** Whether this is a long run, which has time for what few changes can break. */
export const isNightly = times > 1;

/** How often a test repeats something that takes `everyday` runs in `make test`. */
export function runsOf(everyday: number): number {
  return Math.ceil(everyday * times);
}
