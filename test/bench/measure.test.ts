import { expect, test } from "bun:test";
import { BenchmarkError } from "../../bench/benchmark-error.ts";
import type { LoadResult } from "../../bench/load/load-generator.ts";
import { sameGet } from "../../bench/load/request-pattern.ts";
import { interleave, LoadedServer } from "../../bench/measure.ts";

const sound: LoadResult = {
  answerCount: 1_000,
  elapsedMs: 500,
  bytesRead: 100_000,
  refusedCount: 0,
  brokenCount: 0,
  p50Ms: 1,
  p99Ms: 2,
};

function loaded(result: LoadResult, options: { check?: () => Promise<void>; once?: boolean } = {}) {
  return new LoadedServer({
    generator: { name: "fixed result", run: async () => result },
    server: { pid: process.pid, origin: "http://127.0.0.1:1" },
    requests: () => sameGet("/", {}),
    connections: 4,
    durationSeconds: 1,
    answerBytes: 100,
    check: options.check ?? (async () => undefined),
    sendsRowsOnce: options.once ?? false,
  });
}

test("the rate of a load is its number of answers by its time", async () => {
  const side = loaded(sound);
  expect(await side.measure(0)).toMatchObject({ ratePerSecond: 2_000, p50Ms: 1, p99Ms: 2 });
  await side.measure(1);
  await expect(side.answerCount).toBe(2_000);
});

const unsound: Record<string, Partial<LoadResult>> = {
  "no answers": { answerCount: 0, bytesRead: 0 },
  "an answer with an error status": { refusedCount: 1 },
  "a broken connection": { brokenCount: 1 },
  "answers of another size": { bytesRead: 100_401 },
  "shorter answers": { bytesRead: 99_599 },
};

for (const [what, difference] of Object.entries(unsound)) {
  test(`a load with ${what} is refused`, async () => {
    await expect(loaded({ ...sound, ...difference }).measure(0)).rejects.toBeInstanceOf(
      BenchmarkError,
    );
  });
}

test("bytes of answers that were incomplete at the end are tolerated", async () => {
  await expect(loaded({ ...sound, bytesRead: 100_400 }).measure(0)).resolves.toBeDefined();
});

test("a row that may be sent only once is not sent twice", async () => {
  await expect(loaded(sound, { once: true }).measure(0)).rejects.toThrow("more rows are needed");
});

test("an answer is checked before and after each load", async () => {
  let left = 3;
  const check = async () => {
    left -= 1;
    if (left === 0) {
      throw new BenchmarkError("another body");
    }
  };
  const side = loaded(sound, { check });
  await side.measure(0);
  await expect(side.measure(1)).rejects.toThrow("another body");
});

test("sides take turns, every second round in the opposite order, and the first round is ignored", async () => {
  const turns: string[] = [];
  const side = (name: string) => ({
    measure: async (round: number) => {
      turns.push(`${name}${round}`);
      return { ...(await loaded(sound).measure(round)), ratePerSecond: round };
    },
  });
  const measured = await interleave([side("a"), side("b")], 2);
  expect(turns).toEqual(["a0", "b0", "b1", "a1", "a2", "b2"]);
  expect(measured.map((rounds) => rounds.map((round) => round.ratePerSecond))).toEqual([
    [1, 2],
    [1, 2],
  ]);
});
