import { spyOn } from "bun:test";

/**
 * Counts the turns of the event loop during some work. Each read of the clock adds 8 ms, so the work
 * yields at every point at which it would yield on a slow machine.
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
