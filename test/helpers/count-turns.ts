import { spyOn } from "bun:test";

/**
 * Counts the turns of the event loop during some work. For the work each look at the clock is 8 ms
 * after the one before, so that it takes a turn wherever it would take one on a slow machine.
 */
export async function countTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly turns: number }> {
  let now = 0;
  const clock = spyOn(performance, "now").mockImplementation(() => {
    now += 8;
    return now;
  });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) {
      setImmediate(count);
    }
  };
  setImmediate(count);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    isOver = true;
    clock.mockRestore();
  }
}
