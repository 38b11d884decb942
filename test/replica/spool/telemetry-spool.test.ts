import { expect, spyOn, test } from "bun:test";
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SpoolLog } from "../../../src/replica/spool/spool-log.ts";
import { TelemetrySpool } from "../../../src/replica/spool/telemetry-spool.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

const submissionOf = (text: string) => ({
  environmentId: 1,
  encoding: "identity" as const,
  bytes: new Uint8Array(Buffer.from(text)),
});

const texts = (spool: TelemetrySpool) =>
  spool.after(0).map(({ bytes }) => Buffer.from(bytes).toString());

/** The spool that a process finds when the one before was killed just now. */
async function afterKill(directory: TemporaryDirectory): Promise<readonly string[]> {
  using copy = new TemporaryDirectory();
  for (const name of ["spool.db", "spool.db-wal"]) {
    copyFileSync(join(directory.path, name), join(copy.path, name));
  }
  const spool = new TelemetrySpool(join(copy.path, "spool.db"));
  const found = texts(spool);
  await spool.close();
  return found;
}

test("what was added survives a process that is killed, and what was taken over, once", async () => {
  using directory = new TemporaryDirectory();
  const spool = new TelemetrySpool(join(directory.path, "spool.db"));
  await spool.add(submissionOf("a"));
  await Promise.all([spool.add(submissionOf("b")), spool.add(submissionOf("c"))]);
  expect(await afterKill(directory)).toEqual(["a", "b", "c"]);
  const taken = ["d", "e"].map((text, index) => ({ ...submissionOf(text), sequence: index + 7 }));
  expect(await spool.takeOver("other", taken)).toBe(8);
  expect(await spool.takeOver("other", taken)).toBe(8);
  expect(await afterKill(directory)).toEqual(["a", "b", "c", "d", "e"]);
  spool.remove(spool.after(0).slice(0, 4));
  expect([spool.count, spool.bytes, texts(spool)]).toEqual([1, 1, ["e"]]);
  await spool.close();
  const again = new TelemetrySpool(join(directory.path, "spool.db"));
  expect([again.id, again.count, texts(again)]).toEqual([spool.id, 1, ["e"]]);
  await again.close();
});

test("a submission is neither answered nor relayed before it is on the disk, and others wait with it", async () => {
  using directory = new TemporaryDirectory();
  const spool = new TelemetrySpool(join(directory.path, "spool.db"));
  const disk = Promise.withResolvers<void>();
  const slow = spyOn(SpoolLog.prototype, "synchronize").mockImplementation(() => disk.promise);
  let [answered, woken] = [0, 0];
  spool.onAdded(() => {
    woken++;
  });
  const add = async (text: string) => {
    await spool.add(submissionOf(text));
    answered++;
  };
  const adding = [add("a")];
  while (slow.mock.calls.length === 0) {
    await Bun.sleep(1);
  }
  adding.push(...Array.from({ length: 50 }, (_, index) => add(`${index}`)));
  await Bun.sleep(10);
  expect([answered, woken, spool.count, texts(spool)]).toEqual([0, 0, 51, []]);
  disk.resolve();
  await Promise.all(adding);
  expect([answered, woken, slow.mock.calls.length]).toEqual([51, 2, 2]);
  expect(texts(spool)).toHaveLength(51);
  slow.mockRestore();
  await spool.close();
});

test("after a disk that failed, the log is emptied before anything else is accepted", async () => {
  using directory = new TemporaryDirectory();
  const spool = new TelemetrySpool(join(directory.path, "spool.db"));
  await spool.add(submissionOf("a"));
  const failing = spyOn(SpoolLog.prototype, "synchronize").mockRejectedValueOnce(new Error("EIO"));
  expect(spool.add(submissionOf("b"))).rejects.toMatchObject({ code: "unavailable" });
  await spool.add(submissionOf("c"));
  expect(failing.mock.calls).toHaveLength(1);
  failing.mockRestore();
  expect(statSync(join(directory.path, "spool.db-wal")).size).toBe(0);
  // The refused one may be there too: its client repeats it with the same request id.
  expect(texts(spool)).toEqual(["a", "b", "c"]);
  await spool.add(submissionOf("d"));
  expect(await afterKill(directory)).toEqual(["a", "b", "c", "d"]);
  await spool.close();
});

test("what a replica sends again after a disk that failed is relayed, though nothing is added", async () => {
  using directory = new TemporaryDirectory();
  const spool = new TelemetrySpool(join(directory.path, "spool.db"));
  const failing = spyOn(SpoolLog.prototype, "synchronize").mockRejectedValueOnce(new Error("EIO"));
  const taken = [{ ...submissionOf("a"), sequence: 1 }];
  const refused = await spool.takeOver("other", taken).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "unavailable" });
  expect(texts(spool)).toEqual([]);
  expect(await spool.takeOver("other", taken)).toBe(1);
  failing.mockRestore();
  expect([spool.count, texts(spool)]).toEqual([1, ["a"]]);
  await spool.close();
});
