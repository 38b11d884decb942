import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { writeFirstStartFile } from "../../../../src/cli/administration/first-start-file.ts";
import { recordMode } from "../../../../src/cli/administration/recorded-mode.ts";
import { newSecret } from "../../../../src/core/secrets/random-secret.ts";
import {
  dataFileNames,
  directoryRisks,
} from "../../../../src/storage/sqlite/database/data-directory-check.ts";
import { lockDirectory } from "../../../../src/storage/sqlite/database/sqlite-database.ts";
import { openSqliteStorage } from "../../../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../../../src/storage/storage.ts";
import { startServer } from "../../../cli/administration/administration-targets.ts";
import { run, ServerProcess, testedProgram } from "../../../contract/server-process.ts";
import { TemporaryDirectory } from "../../../contract/temporary-directory.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

const root = { userId: 0, groupIds: [0] };
const user = { userId: 1_000, groupIds: [1_000, 2_000] };
const worldWritable = /^every user may write/;
const foreignOwner = /^the data directory belongs to the user \d+, neither to the user/;
const foreignGroup = /^the group \d+ may write to the data directory, and this user is not in it/;
const ownGroup = "the group 2000 may write to the data directory";
const ofRoot = "the data directory belongs to another user, root";

/** The owner, the group and the mode of a directory, who uses it, and what is said about it. */
const judged: readonly (readonly [
  readonly [uid: number, gid: number, mode: number],
  typeof user,
  RegExp | readonly string[],
])[] = [
  [[1_000, 1_000, 0o700], user, []],
  [[1_000, 1_000, 0o755], user, []],
  [[1_000, 9, 0o750], user, []],
  [[0, 0, 0o755], root, []],
  [[1_000, 1_000, 0o757], user, worldWritable],
  [[1_000, 1_000, 0o1777], user, worldWritable],
  [[0, 0, 0o702], root, worldWritable],
  [[2, 1_000, 0o700], user, foreignOwner],
  [[1_000, 1_000, 0o700], root, foreignOwner],
  [[1_000, 9, 0o770], user, foreignGroup],
  [[0, 9, 0o2775], user, foreignGroup],
  [[0, 9, 0o775], root, foreignGroup],
  [[1_000, 2_000, 0o770], user, [ownGroup]],
  [[0, 2_000, 0o2775], user, [ofRoot, ownGroup]],
  [[0, 0, 0o755], user, [ofRoot]],
];

test.each(judged)("[uid, gid, mode] %p, used by %p: %p", ([uid, gid, mode], who, expected) => {
  const { refusal, warnings } = directoryRisks({ uid, gid, mode }, who, "user");
  if (expected instanceof RegExp) {
    expect(refusal).toMatch(expected);
  } else {
    expect([refusal, warnings]).toEqual([null, [...expected]]);
  }
});

test("only root may act for another owner, and for nobody's directory", () => {
  const directory = { uid: 1_000, gid: 1_000, mode: 0o770 };
  expect(directoryRisks(directory, root, "anyone").refusal).toBeNull();
  const other = { userId: 2, groupIds: [2] };
  expect(directoryRisks(directory, other, "anyone").refusal).toMatch(foreignOwner);
  const open = { ...directory, mode: 0o777 };
  expect(directoryRisks(open, root, "anyone").refusal).toMatch(worldWritable);
});

test("every file that a server makes is on the list of those whose place no link may take", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  recordMode(directory.path, "hosted", (error) => expect.unreachable(String(error)));
  writeFirstStartFile(directory.path, "token");
  const names = readdirSync(directory.path);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !dataFileNames.includes(name))).toEqual([]);
  await server.stop();
});

test("a directory that everyone may write to is refused by all commands, in one line, with code 2", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, "data");
  const { storage } = await openSqliteStorage(data);
  await storage.close();
  const before = readdirSync(data);
  chmodSync(data, 0o777);
  for (const words of [
    ["serve", "--port", "0"],
    ["serve", "--mode", "mountable", "--port", "0"],
    ["token", "list"],
    ["backup", "backup.tar.gz"],
  ]) {
    const ended = await run(testedProgram, [...words, "--data", data], { cwd: directory.path });
    expect(ended).toEqual({
      code: 2,
      out: "",
      err: `gatehouse: ${data}: every user may write to the data directory (chmod o-w forbids it)\n`,
    });
  }
  expect(() => mountable({ data })).toThrow(StorageError);
  expect(readdirSync(data)).toEqual(before);
  expect(readdirSync(directory.path)).toEqual(["data"]);
});

test.skipIf(!isRoot)("a directory of another user is refused, even for root", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, "data");
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, nobody, nobody);
  const serve = ["serve", "--port", "0", "--data", data];
  expect(await run(testedProgram, serve, { cwd: directory.path })).toEqual({
    code: 2,
    out: "",
    err: `gatehouse: ${data}: the data directory belongs to the user ${nobody}, neither to the user 0, who runs this, nor to root\n`,
  });
  await expect(openSqliteStorage(data)).rejects.toThrow(StorageError);
  expect(readdirSync(data)).toEqual([]);
});

test.skipIf(!isRoot)("root may administer the running server of another user", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, "data");
  using server = await ServerProcess.start(testedProgram, data, { mode: "hosted" });
  chownSync(data, nobody, nobody);
  const list = await run(testedProgram, ["token", "list", "--json", "--data", data], {
    cwd: directory.path,
  });
  expect(list).toMatchObject({ code: 0, err: "" });
  expect(list.out).toContain("First token");
  server.signal("SIGTERM");
});

const setpriv = Bun.which("setpriv");

/** Runs as `nobody`, who is in a group for volumes too. */
const asNobody = {
  name: "the sources as nobody",
  argv: [
    ...[setpriv ?? "", `--reuid=${nobody}`, `--regid=${nobody}`, "--groups=2000"],
    ...testedProgram.argv,
  ],
};

/** The sources may be in a directory that only their owner may open. */
const canRunAsNobody =
  isRoot && setpriv !== null && Bun.spawnSync([...asNobody.argv, "--version"]).exitCode === 0;

describe.skipIf(!canRunAsNobody)("a server of another user than root", () => {
  test("starts with a warning in a directory of root that its group may write to", async () => {
    using directory = new TemporaryDirectory();
    chmodSync(directory.path, 0o755);
    const data = join(directory.path, "data");
    mkdirSync(data);
    chownSync(data, 0, 2_000);
    chmodSync(data, 0o2775);
    using server = await ServerProcess.start(asNobody, data, { mode: "hosted" });
    server.signal("SIGTERM");
    const { code, err } = await server.ended();
    expect(code).toBe(0);
    expect(err.match(/ warn .*/g)).toEqual([
      ` warn data directory reason="${ofRoot}"`,
      ` warn data directory reason="${ownGroup}"`,
    ]);
    expect(modesIn(data)).toEqual(["600"]);
  });

  test("is refused in a directory that a group without it may write to", async () => {
    using directory = new TemporaryDirectory();
    chmodSync(directory.path, 0o755);
    const data = join(directory.path, "data");
    mkdirSync(data);
    chownSync(data, nobody, 3_000);
    chmodSync(data, 0o770);
    const serve = ["serve", "--port", "0", "--data", data];
    const ended = await run(asNobody, serve, { cwd: directory.path });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toMatch(/^gatehouse: [^\n]*the group 3000 may write [^\n]*\n$/);
    expect(readdirSync(data)).toEqual([]);
  });
});

/** The modes of the files in a directory, each once. */
function modesIn(directory: string): readonly string[] {
  const modes = readdirSync(directory).map((name) =>
    (statSync(join(directory, name)).mode & 0o777).toString(8),
  );
  return [...new Set(modes)];
}

describe("in an existing directory of mode 0755", () => {
  test("all files of a server are closed to others, also while it runs", async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    mkdirSync(data);
    chmodSync(data, 0o755);
    const token = newSecret();
    const variables = { GATEHOUSE_TOKEN: token };
    using server = await ServerProcess.start(testedProgram, data, { mode: "hosted", variables });
    // The first submission creates the database of telemetry.
    const submitted = await fetch(`${server.url}/adapter/telemetry`, {
      method: "POST",
      headers: { "flipper-cloud-token": token, "content-type": "application/json" },
      body: JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [] }),
    });
    expect(submitted.status).toBe(202);
    // The first checkpoint, soon after the start, creates the key.
    const names = readdirSync(data).filter((name) => name !== "gatehouse.key");
    expect(names.toSorted()).toEqual([
      "first-start.txt",
      ...["gatehouse.db", "gatehouse.db-shm", "gatehouse.db-wal"],
      ...["gatehouse.lock", "gatehouse.lock-journal", "gatehouse.mode", "gatehouse.sock"],
      ...["telemetry.db", "telemetry.db-shm", "telemetry.db-wal"],
    ]);
    expect(modesIn(data)).toEqual(["600"]);
    server.signal("SIGTERM");
    expect(await server.ended()).toMatchObject({ code: 0 });
    expect(modesIn(data)).toEqual(["600"]);
    expect(statSync(data).mode & 0o777).toBe(0o755);
  });

  test("so are those of the library, whose process has its own umask", async () => {
    using directory = new TemporaryDirectory();
    chmodSync(directory.path, 0o755);
    const api = mountable({ data: directory.path });
    await api.handle(
      new Request("http://localhost/flipper/api/features/a/boolean", { method: "POST" }),
    );
    expect(readdirSync(directory.path)).toContain("gatehouse.db-wal");
    expect(modesIn(directory.path)).toEqual(["600"]);
    await api.close();
  });

  test("files of an older version are closed to others at the start", async () => {
    using directory = new TemporaryDirectory();
    chmodSync(directory.path, 0o755);
    const { storage } = await openSqliteStorage(directory.path);
    await storage.close();
    writeFileSync(join(directory.path, "telemetry.db"), "");
    for (const name of readdirSync(directory.path)) {
      chmodSync(join(directory.path, name), 0o644);
    }
    lockDirectory(directory.path).release();
    expect(modesIn(directory.path)).toEqual(["600"]);
  });

  test("other files keep their mode", () => {
    using directory = new TemporaryDirectory();
    writeFileSync(join(directory.path, "notes.txt"), "", { mode: 0o644 });
    lockDirectory(directory.path).release();
    expect(statSync(join(directory.path, "notes.txt")).mode & 0o777).toBe(0o644);
  });
});

test("whatever the executable writes is closed to others", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, "data");
  const { storage } = await openSqliteStorage(data);
  await storage.close();
  const words = ["export", "features.json", "--data", data];
  expect(await run(testedProgram, words, { cwd: directory.path })).toMatchObject({ code: 0 });
  expect(statSync(join(directory.path, "features.json")).mode & 0o777).toBe(0o600);
});
