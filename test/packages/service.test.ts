import { expect, test } from "bun:test";
import { join } from "node:path";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Config } from "../../src/config/config.ts";
import { serverOptions } from "../../src/config/settings.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const unit = await Bun.file(join(import.meta.dir, "../../packaging/gatehouse.service")).text();
const analyze = Bun.which("systemd-analyze");
const stateRoot = "/var/lib";

/** What the unit says for a key, in order. */
function valuesOf(key: string): readonly string[] {
  return Array.from(unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm")), ([, value]) =>
    (value ?? "").replaceAll("%S", stateRoot),
  );
}

/** Whatever systemd has against a unit; it reports misspelt keys and still ends with 0. */
async function complaintsAbout(directory: string, text: string): Promise<string> {
  const path = join(directory, "gatehouse.service");
  // Where tests run, the executable is rather not installed.
  await Bun.write(path, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  const { exitCode, stderr } = Bun.spawnSync([analyze ?? "", "verify", path]);
  return exitCode === 0 ? stderr.toString() : `${exitCode}: ${stderr}`;
}

/** How long a part of the server waits for what is under way when it stops. */
async function stopTimeoutMs(file: string): Promise<number> {
  const text = await Bun.file(join(import.meta.dir, "../../src", file)).text();
  const [, digits = ""] = /^const stopTimeoutMs = ([\d_]+);$/m.exec(text) ?? [];
  expect(digits).not.toBe("");
  return Number(digits.replaceAll("_", ""));
}

test("it starts the server with settings that there are, and with the data that systemd keeps", async () => {
  const served: Config[] = [];
  const program = gatehouseProgram({
    serve(config) {
      served.push(config);
      return Promise.resolve(0);
    },
    administerAt: () => () => Promise.reject(new Error("nothing to administer here")),
  });
  const said: string[] = [];
  const output = {
    out: (text: string) => void said.push(text),
    err: (text: string) => void said.push(text),
  };
  const [executable, ...argv] = valuesOf("ExecStart").join("\n").split(" ");
  const variables = Object.fromEntries(valuesOf("Environment").map((pair) => pair.split("=")));
  expect(executable).toBe("/usr/local/bin/gatehouse");
  expect([await runCli(argv, variables, output, program), said]).toEqual([0, []]);
  const stateDirectory = join(stateRoot, valuesOf("StateDirectory").join());
  expect(served).toMatchObject([{ mode: "hosted", dataDirectory: stateDirectory }]);
  expect(valuesOf("WorkingDirectory")).toEqual([stateDirectory]);
});

test("every variable that it names is a setting", () => {
  const known = new Set(serverOptions.map(({ variable }) => variable));
  const named = unit.match(/GATEHOUSE_\w+/g) ?? [];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("it waits longer for the end than the parts of the server do, one after the other", async () => {
  const parts = ["server/listen.ts", "administration/administration-server.ts"];
  const [first = 0, second = 0] = await Promise.all(parts.map(stopTimeoutMs));
  const [unitSeconds = ""] = valuesOf("TimeoutStopSec");
  expect(Number(unitSeconds.replace(/s$/, "")) * 1_000).toBeGreaterThan(first + second);
});

test.each([
  ["User", "gatehouse"],
  ["EnvironmentFile", "-/etc/gatehouse.env"],
  ["Restart", "on-failure"],
  ["StateDirectoryMode", "0700"],
  ["UMask", "0077"],
  ["CapabilityBoundingSet", ""],
  ["NoNewPrivileges", "yes"],
  ["ProtectSystem", "strict"],
  ["ProtectHome", "yes"],
  ["PrivateTmp", "yes"],
  ["RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"],
])("%s is %s", (key, value) => {
  expect(valuesOf(key)).toEqual([value]);
});

test("it forbids nothing that compiling while it runs needs", () => {
  expect(valuesOf("MemoryDenyWriteExecute")).toEqual([]);
});

test.skipIf(analyze === null)(
  "systemd-analyze accepts the unit, and reports a misspelt key",
  async () => {
    using directory = new TemporaryDirectory();
    expect(await complaintsAbout(directory.path, unit)).toBe("");
    const misspelt = unit.replace("ProtectHome=", "ProtectHouse=");
    expect(await complaintsAbout(directory.path, misspelt)).toContain("ProtectHouse");
  },
);
