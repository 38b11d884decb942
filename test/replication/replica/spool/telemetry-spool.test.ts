import { Database } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { relayBody } from "../../../../src/replication/primary/spooled-submission.ts";
import { SpoolLog } from "../../../../src/replication/replica/spool/spool-log.ts";
import {
  type SpooledBatch,
  TelemetrySpool,
} from "../../../../src/replication/replica/spool/telemetry-spool.ts";
import { TemporaryDirectory } from "../../../contract/temporary-directory.ts";

const submissionOf = (text: string) => ({
  environmentId: 1,
  encoding: "identity" as const,
  bytes: new Uint8Array(Buffer.from(text)),
});

const texts = (spool: TelemetrySpool) =>
  spool.oldest().submissions.map(({ bytes }) => Buffer.from(bytes).toString());

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
  await spool.add({ ...submissionOf("o"), outcomesMinute: 7 });
  expect(await afterKill(directory)).toEqual(["a", "b", "c", "o"]);
  const minutes = spool.oldest().submissions.map(({ outcomesMinute }) => outcomesMinute);
  expect(minutes).toEqual([0, 0, 0, 7]);
  const sent = new TextDecoder().decode(relayBody("id", spool.oldest().submissions));
  expect(sent.match(/"minute":\d+/g)).toEqual(['"minute":7']);
  const taken = ["d", "e"].map((text, index) => ({ ...submissionOf(text), sequence: index + 7 }));
  expect(await spool.takeOver("other", taken)).toBe(8);
  expect(await spool.takeOver("other", taken)).toBe(8);
  expect(await afterKill(directory)).toEqual(["a", "b", "c", "o", "d", "e"]);
  spool.remove(spool.oldest().submissions.slice(0, 5));
  expect([spool.count, spool.bytes, texts(spool)]).toEqual([1, 1, ["e"]]);
  await spool.close();
  const again = new TelemetrySpool(join(directory.path, "spool.db"));
  expect([again.count, texts(again)]).toEqual([1, ["e"]]);
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

test("each start has an id of its own, also of a directory that was put back", async () => {
  using directory = new TemporaryDirectory();
  using snapshot = new TemporaryDirectory();
  const files = ["spool.db", "spool.db-wal"];
  const path = join(directory.path, "spool.db");
  const first = new TelemetrySpool(path);
  await first.add(submissionOf("a"));
  for (const name of files) {
    copyFileSync(join(directory.path, name), join(snapshot.path, name));
  }
  const [kept, later] = await batchesAfter(first, "b");
  expect([kept?.spool, later?.spool]).toEqual([kept?.spool, kept?.spool]);
  await first.close();
  // One submission of an old run waits, and one of this start, with a sequence that was given before.
  const again = new TelemetrySpool(join(snapshot.path, "spool.db"));
  const [old, own] = await batchesAfter(again, "c");
  expect([old?.spool, old?.submissions.map(({ sequence }) => sequence)]).toEqual([
    kept?.spool,
    [1],
  ]);
  expect(own?.submissions.map(({ sequence }) => sequence)).toEqual([2]);
  expect(own?.spool).not.toBe(later?.spool);
  await again.close();
  // Without anything that waits, no old id is kept.
  for (const _start of [1, 2]) {
    const empty = new TelemetrySpool(join(snapshot.path, "spool.db"));
    expect(empty.oldest()).toEqual({ spool: "", submissions: [] });
    await empty.close();
  }
  using database = new Database(join(snapshot.path, "spool.db"));
  expect(database.query("SELECT first FROM runs").all()).toEqual([{ first: 3 }]);
});

/** What is relayed when one more submission is added, in its order. */
async function batchesAfter(spool: TelemetrySpool, text: string) {
  await spool.add(submissionOf(text));
  const batches: SpooledBatch[] = [];
  while (spool.count > 0) {
    const { spool: id, submissions } = spool.oldest();
    // One by one, as an origin may count a part of them.
    const settled = submissions.slice(0, 1);
    spool.remove(settled);
    batches.push({ spool: id, submissions: settled });
  }
  return batches;
}

test("what a version before had spooled keeps its id", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "spool.db");
  const before = new TelemetrySpool(path);
  await before.add(submissionOf("a"));
  await before.close();
  using database = new Database(path);
  database.run("DROP TABLE runs");
  database.run("INSERT INTO spool VALUES ('one id')");
  database.run("INSERT INTO relays VALUES ('other', 7, 1)");
  database.run("ALTER TABLE relays DROP COLUMN seen_at");
  const spool = new TelemetrySpool(path);
  expect(await spool.takeOver("other", [{ ...submissionOf("x"), sequence: 7 }])).toBe(7);
  expect(spool.count).toBe(1);
  const [old, own] = await batchesAfter(spool, "b");
  expect([old?.spool, own?.spool === "one id"]).toEqual(["one id", false]);
  await spool.close();
});

test("of the spools of other replicas, those that were heard of last are kept", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "spool.db");
  const taken = (text: string, sequence: number) => [{ ...submissionOf(text), sequence }];
  const spool = new TelemetrySpool(path);
  await spool.takeOver("first", taken("a", 5));
  using database = new Database(path);
  database.run(`WITH RECURSIVE numbers(number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10005)
    INSERT INTO relays (spool, sequence) SELECT 'spool ' || number, 1 FROM numbers`);
  await spool.takeOver("new", taken("b", 1));
  expect(database.query("SELECT count(*) AS count FROM relays").get()).toEqual({ count: 10_000 });
  for (const known of ["first", "new"]) {
    await spool.takeOver(known, taken("again", 1));
  }
  expect(texts(spool)).toEqual(["a", "b"]);
  await spool.close();
});
