import { expect, test } from "bun:test";
import { join } from "node:path";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Config } from "../../src/config/config.ts";
import { serverOptions } from "../../src/config/settings.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { noCliServices } from "../helpers/cli-services.ts";

const unit = await Bun.file(join(import.meta.dir, "../../packaging/gatehouse.service")).text();
const analyze = Bun.which("systemd-analyze");
const stateRoot = "/var/lib";

/** The values of a key in the unit, in order. */
function valuesOf(key: string): readonly string[] {
  return Array.from(unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm")), ([, value]) =>
    (value ?? "").replaceAll("%S", stateRoot),
  );
}

/**
 * The warnings of systemd about a unit; for a misspelt key it warns, and still ends with code 0.
 */
async function complaintsAbout(directory: string, text: string): Promise<string> {
  const path = join(directory, "gatehouse.service");
  // The executable is usually not installed on the machine of the tests.
  await Bun.write(path, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  const { exitCode, stderr } = Bun.spawnSync([analyze ?? "", "verify", path]);
  return exitCode === 0 ? stderr.toString() : `${exitCode}: ${stderr}`;
}

/** The settings by which a unit exposes more than it could, by systemd's own rating. */
async function exposedBy(directory: string, text: string): Promise<readonly string[]> {
  const path = join(directory, "gatehouse.service");
  await Bun.write(path, text.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  const { exitCode, stdout } = Bun.spawnSync([
    ...[analyze ?? "", "security", "--offline=true", "--no-pager"],
    path,
  ]);
  expect(exitCode).toBe(0);
  return Array.from(stdout.toString().matchAll(/^✗ (\S+)/gm), ([, name = ""]) => name).sort();
}

/** How long a part of the server waits for running work when it stops. */
async function stopTimeoutMs(file: string): Promise<number> {
  const text = await Bun.file(join(import.meta.dir, "../../src", file)).text();
  const [, digits = ""] = /^const stopTimeoutMs = ([\d_]+);$/m.exec(text) ?? [];
  expect(digits).not.toBe("");
  return Number(digits.replaceAll("_", ""));
}

test("it starts the server with existing settings, and with systemd's state directory", async () => {
  const served: Config[] = [];
  const program = gatehouseProgram({
    ...noCliServices,
    serve(config) {
      served.push(config);
      return Promise.resolve(0);
    },
  });
  const lines: string[] = [];
  const output = {
    out: (text: string) => void lines.push(text),
    err: (text: string) => void lines.push(text),
  };
  const [executable, ...argv] = valuesOf("ExecStart").join("\n").split(" ");
  const variables = Object.fromEntries(valuesOf("Environment").map((pair) => pair.split("=")));
  expect(executable).toBe("/usr/local/bin/gatehouse");
  expect([await runCli(argv, variables, output, program), lines]).toEqual([0, []]);
  const stateDirectory = join(stateRoot, valuesOf("StateDirectory").join());
  expect(served).toMatchObject([{ mode: "hosted", dataDirectory: stateDirectory }]);
  expect(valuesOf("WorkingDirectory")).toEqual([stateDirectory]);
});

test("every variable in its text is a setting", () => {
  const known = new Set(serverOptions.map(({ variable }) => variable));
  const named = unit.match(/GATEHOUSE_\w+/g) ?? [];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("its stop timeout is longer than the timeouts of the server's parts together", async () => {
  const parts = ["server/listen.ts", "cli/administration/administration-server.ts"];
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
  ["ProcSubset", "pid"],
  ["PrivateMounts", "yes"],
  ["PrivateUsers", "yes"],
  ["MemoryMax", "4G"],
  ["TasksMax", "512"],
  ["LimitNOFILE", "65536"],
  ["ExecReload", "/bin/kill -HUP $MAINPID"],
])("%s is %s", (key, value) => {
  expect(valuesOf(key)).toEqual([value]);
});

test("it does not forbid what compiling at run time needs", () => {
  expect(valuesOf("MemoryDenyWriteExecute")).toEqual([]);
});

test.skipIf(analyze === null)(
  "systemd-analyze finds nothing exposed but what the server needs",
  async () => {
    using directory = new TemporaryDirectory();
    const needed = [
      // A clock that cannot be set may still be read.
      "DeviceAllow=",
      "IPAddressDeny=",
      "MemoryDenyWriteExecute=",
      "PrivateNetwork=",
      "RestrictAddressFamilies=~AF_(INET|INET6)",
      "RestrictAddressFamilies=~AF_UNIX",
      "RootDirectory=/RootImage=",
    ];
    const exposed = await exposedBy(directory.path, unit);
    expect(exposed.filter((name) => !needed.includes(name))).toEqual([]);
    const weaker = unit.replace("PrivateUsers=yes\n", "");
    expect(await exposedBy(directory.path, weaker)).toContain("PrivateUsers=");
  },
);

test.skipIf(analyze === null)(
  "systemd-analyze accepts the unit, and reports a misspelt key",
  async () => {
    using directory = new TemporaryDirectory();
    expect(await complaintsAbout(directory.path, unit)).toBe("");
    const misspelt = unit.replace("ProtectHome=", "ProtectHouse=");
    expect(await complaintsAbout(directory.path, misspelt)).toContain("ProtectHouse");
  },
);
