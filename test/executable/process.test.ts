import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { newSecret } from "../../src/core/secrets/random-secret.ts";
import { closedOutputContract } from "../contract/closed-output-contract.ts";
import { crashContract } from "../contract/crash-contract.ts";
import { hostedCrashContract } from "../contract/hosted-crash-contract.ts";
import { type Program, run, ServerProcess } from "../contract/server-process.ts";
import { startContract } from "../contract/start-contract.ts";
import {
  endlessRequestContract,
  failingStopContract,
  stopContract,
} from "../contract/stop-contract.ts";
import { telemetryContract } from "../contract/telemetry-contract.ts";
import { telemetryRecoveryContract } from "../contract/telemetry-recovery-contract.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { freePort } from "../helpers/free-port.ts";

const executable: Program = {
  name: "the executable",
  argv: [process.env.TESTED_PROGRAM ?? "TESTED_PROGRAM is not set"],
};

describe("the executable refuses to start with", () => startContract(executable));
describe("the executable stops at", () => stopContract(executable));
describe("the executable stops in spite of", () => {
  failingStopContract(executable);
  endlessRequestContract(executable);
});
describe("the executable continues to serve when", () => closedOutputContract(executable));
describe("the executable, killed", () => {
  crashContract(executable);
  hostedCrashContract(executable);
});

describe("telemetry of the executable", () => telemetryContract(executable));
telemetryRecoveryContract(executable);

/** A directory with all the files that Bun itself would load. */
function directoryWithTraps(): TemporaryDirectory {
  const directory = new TemporaryDirectory();
  const put = (name: string, text: string) => writeFileSync(join(directory.path, name), text);
  put("trap.ts", `require("node:fs").writeFileSync(${JSON.stringify(trap(directory))}, "");\n`);
  put("bunfig.toml", 'preload = ["./trap.ts"]\n[run]\npreload = ["./trap.ts"]\n');
  for (const name of [".env", ".env.local", ".env.production"]) {
    put(name, "GATEHOUSE_PORT=not-a-port\nGATEHOUSE_UNHEARD_OF=1\n");
  }
  put("package.json", '{"name":"other","version":"9.9.9","type":"commonjs"}\n');
  put("tsconfig.json", "{ this is none }\n");
  return directory;
}

function trap({ path }: TemporaryDirectory): string {
  return join(path, "trap-sprung");
}

test("it serves from any directory, without PATH, and loads no file from there", async () => {
  using directory = directoryWithTraps();
  const data = join(directory.path, "data");
  using server = await ServerProcess.start(executable, data, { cwd: directory.path });
  expect((await server.send("/features")).status).toBe(200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  server.signal("SIGTERM");
  expect(await server.ended()).toMatchObject({ code: 0 });
  expect(existsSync(trap(directory))).toBe(false);
});

test("it is ready as soon as it answers, and the first submission creates the database of telemetry", async () => {
  using directory = new TemporaryDirectory();
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  const token = newSecret();
  const starting = ServerProcess.run(
    executable,
    ["--mode", "hosted", "--host", "127.0.0.1", "--port", `${port}`],
    directory.path,
    { variables: { GATEHOUSE_TOKEN: token } },
  );
  const ready = await firstAnswer(`${site}/readyz`);
  const database = join(directory.path, "telemetry.db");
  const isStoredAtFirst = existsSync(database);
  const headers = { "flipper-cloud-token": token, "content-type": "application/json" };
  const body = JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [] });
  const kept = await fetch(`${site}/adapter/telemetry`, { method: "POST", headers, body });
  using server = await starting;
  server.signal("SIGTERM");
  const { code, err } = await server.ended();
  expect([ready.status, kept.status, code]).toEqual([200, 202, 0]);
  expect([isStoredAtFirst, existsSync(database)]).toEqual([false, true]);
  expect(err).not.toContain("not ready");
});

async function firstAnswer(url: string): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url);
    } catch {
      await Bun.sleep(1);
    }
  }
}

test("its data directory may be relative to the current directory", async () => {
  using directory = new TemporaryDirectory();
  using server = await ServerProcess.start(executable, "./data", { cwd: directory.path });
  expect(existsSync(join(directory.path, "data/gatehouse.db"))).toBe(true);
  server.signal("SIGTERM");
  expect(await server.ended()).toMatchObject({ code: 0 });
});

test.each([
  ["--version", new RegExp(`^gatehouse ${packageJson.version}\n$`)],
  ["--help", /^A self-hosted feature-toggle server[\s\S]*Usage: gatehouse COMMAND/],
] as const)("%s works from any directory", async (flag, expected) => {
  using directory = directoryWithTraps();
  const ended = await run(executable, [flag], { cwd: directory.path });
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(ended.out).toMatch(expected);
  expect(existsSync(trap(directory))).toBe(false);
});

test("bun itself loads these files", async () => {
  using directory = directoryWithTraps();
  writeFileSync(join(directory.path, "main.ts"), "");
  const bun: Program = { name: "bun", argv: [process.execPath] };
  await run(bun, ["main.ts"], { cwd: directory.path });
  expect(existsSync(trap(directory))).toBe(true);
});
