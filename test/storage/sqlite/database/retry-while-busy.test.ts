import { expect, test } from "bun:test";
import { retryWhileBusy } from "../../../../src/storage/sqlite/database/retry-while-busy.ts";

class CodedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Work that fails this often with a code, and counts its attempts. */
function failing(code: string, times: number) {
  const tried = { count: 0 };
  const work = () => {
    tried.count++;
    if (tried.count <= times) {
      throw new CodedError(code);
    }
    return "done";
  };
  return { tried, work };
}

test.each(["SQLITE_BUSY", "SQLITE_BUSY_RECOVERY"])(
  "%s is retried until the work succeeds",
  async (code) => {
    const { tried, work } = failing(code, 3);
    expect(await retryWhileBusy(work, 1_000)).toBe("done");
    expect(tried.count).toBe(4);
  },
);

test.each(["SQLITE_FULL", "SQLITE_IOERR_WRITE", "ENOENT"])("%s is not retried", async (code) => {
  const { tried, work } = failing(code, 3);
  await expect(retryWhileBusy(work, 1_000)).rejects.toThrow(code);
  expect(tried.count).toBe(1);
});

test("it gives up after the given time, and tries once without one", async () => {
  for (const [waitMsMax, tries] of [
    [0, 1],
    [1, 2],
    [7, 4],
    [8, 5],
  ] as const) {
    const { tried, work } = failing("SQLITE_BUSY", 100);
    await expect(retryWhileBusy(work, waitMsMax)).rejects.toThrow("SQLITE_BUSY");
    expect(tried.count).toBe(tries);
  }
});

test("other work runs between the attempts", async () => {
  const order: string[] = [];
  const { work } = failing("SQLITE_BUSY", 5);
  const waiting = retryWhileBusy(work, 1_000).then(() => order.push("work"));
  setImmediate(() => order.push("reader"));
  await waiting;
  expect(order).toEqual(["reader", "work"]);
});
