import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { recordedServer, recordMode } from "../../../src/cli/administration/recorded-mode.ts";
import { run, ServerProcess, testedProgram } from "../../contract/server-process.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

const reason =
  "this data is used in mountable mode, where groups come from --group, or from the option " +
  '"groups" of the library; no group was registered';
const strictReason = reason.replace("no group was registered", "nothing was changed");
const added = { code: 0, out: "added group admins\n", err: "" };

function add(data: string, name = "admins") {
  return run(testedProgram, ["group", "add", name, "--data", data], { cwd: data });
}

async function expectRefused(data: string): Promise<void> {
  expect(await add(data)).toEqual({ code: 1, out: "", err: `gatehouse: ${reason}\n` });
  const strict = await run(testedProgram, ["group", "strict", "on", "--data", data], { cwd: data });
  expect(strict).toEqual({ code: 1, out: "", err: `gatehouse: ${strictReason}\n` });
  const list = await run(testedProgram, ["group", "list", "--json", "--data", data], { cwd: data });
  expect(list).toEqual({ code: 0, out: '{"strict":false,"groups":[],"told":[]}\n', err: "" });
}

test.concurrent("group add and group strict are refused in mountable mode, while the server runs and afterwards", async () => {
  using directory = new TemporaryDirectory();
  using server = await ServerProcess.start(testedProgram, directory.path, { mode: "mountable" });
  await expectRefused(directory.path);
  server.signal("SIGTERM");
  await server.ended();
  await expectRefused(directory.path);
});

test.concurrent("they are refused for the data of the library", async () => {
  using directory = new TemporaryDirectory();
  const api = mountable({ data: directory.path });
  await api.handle(new Request("http://localhost/flipper/api/features"));
  await api.close();
  await expectRefused(directory.path);
});

test.concurrent("group add works in hosted mode, also for data that was used in mountable mode before", async () => {
  using directory = new TemporaryDirectory();
  for (const mode of ["mountable", "hosted"] as const) {
    using server = await ServerProcess.start(testedProgram, directory.path, { mode });
    server.signal("SIGTERM");
    expect(await server.ended()).toMatchObject({ code: 0 });
  }
  expect(await add(directory.path)).toEqual(added);
  using _server = await ServerProcess.start(testedProgram, directory.path, { mode: "hosted" });
  expect(await add(directory.path, "others")).toMatchObject({ code: 0 });
});

test.concurrent("group add works for data whose mode no server has recorded", async () => {
  using directory = new TemporaryDirectory();
  using server = await ServerProcess.start(testedProgram, directory.path, { mode: "mountable" });
  server.signal("SIGTERM");
  await server.ended();
  rmSync(join(directory.path, "gatehouse.mode"));
  expect(await add(directory.path)).toEqual(added);
});

test("a mode is recorded once it changes, and a file that cannot be read counts as none", () => {
  using directory = new TemporaryDirectory();
  const file = join(directory.path, "gatehouse.mode");
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  expect(recordedServer(directory.path)).toBeNull();
  recordMode(directory.path, "mountable", onFault);
  expect([recordedServer(directory.path)?.mode, readFileSync(file, "utf8")]).toEqual([
    "mountable",
    "mountable\n",
  ]);
  recordMode(directory.path, "hosted", onFault);
  expect(recordedServer(directory.path)?.mode).toBe("hosted");
  writeFileSync(file, "other\n");
  expect(recordedServer(directory.path)).toBeNull();
  expect(faults).toEqual([]);

  // A directory in the place of the file: it is reported, and the server still runs.
  rmSync(file);
  mkdirSync(join(file, "more"), { recursive: true });
  recordMode(directory.path, "hosted", onFault);
  expect(faults).toHaveLength(1);
});
