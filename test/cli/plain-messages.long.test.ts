import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

/*
 * What people get wrong every day is one line that says what to do: no code of the operating system,
 * and one rule for exit codes (docs/cli.md#exit-codes).
 */

const place = new TemporaryDirectory();
const plain = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("ok") });
afterAll(async () => {
  await plain.stop(true);
  place[Symbol.dispose]();
});

type Variables = Readonly<Record<string, string>>;
const noFile = "no such file or directory";
const noData = 'there is no data in "none"; the first "gatehouse serve" creates it';
const noTls = "it does not speak TLS there; is it an http URL?";

const rows: readonly (readonly [
  line: string,
  code: number,
  reason: string,
  variables?: Variables,
])[] = [
  ["feature list --data none", 2, noData],
  ["token list --data none", 2, noData],
  ["export out.json --data none", 2, noData],
  ["backup out.tar.gz --data none", 2, noData],
  ["import none.json --data none", 2, `"none.json" cannot be read: ${noFile}`],
  ["restore none.tar.gz --data empty", 2, `"none.tar.gz" cannot be read: ${noFile}`],
  ["restore . --data empty", 2, '"." cannot be read: it is a directory'],
  ["import . --data none", 2, '"." cannot be read: it is a directory'],
  [
    "serve --data /proc/x --port 0",
    2,
    "/proc/x: no such directory, and it cannot be created there",
  ],
  ["restore none.tar.gz --data /proc/x", 2, "/proc/x: no such directory, and it cannot be"],
  ["serve --tls-cert none.pem --tls-key none.key", 2, `cannot be read, "none.pem": ${noFile}`],
  ["serve --database-file none", 2, `cannot be read, "none": ${noFile}`],
  [
    "serve --port 0 --data a --host nosuch.invalid",
    2,
    // Why depends on the name servers of the machine: test/server/host-names.nightly.test.ts has its own.
    '--host names the host "nosuch.invalid", ',
  ],
  ["serve --port 0 --data a --host my_server", 2, '--host names the host "my_server", '],
  [
    "serve --port 0 --data a --metrics-address nosuch.invalid:0",
    2,
    '--metrics-address names the host "nosuch.invalid"',
  ],
  [
    "serve --port 0 --data a --host 192.0.2.1",
    2,
    "cannot listen on 192.0.2.1:0: no network interface of this machine has this address",
  ],
  [
    `serve --data a --port ${plain.port}`,
    2,
    `cannot listen on 127.0.0.1:${plain.port}: the port is in use`,
  ],
  [`feature list --url https://127.0.0.1:${plain.port}`, 1, `cannot be reached: ${noTls}`],
  [`health --url https://127.0.0.1:${plain.port}`, 1, `/healthz failed: ${noTls}`],
  [
    "feature enable x -a=User;1 --data none",
    2,
    '-a takes its value without "=", as in -a "User;1"',
  ],
  [
    "feature enable x -g=admins --data none",
    2,
    '-g takes its value without "=", as in -g "admins"',
  ],
  ["feature enable x -p=25 --data none", 2, '-p takes its value without "=", as in -p "25"'],
  [
    "feature list --url http://127.0.0.1:1",
    2,
    "GATEHOUSE_TOKEN is in quotes, which would be a part of it; leave them out",
    { GATEHOUSE_TOKEN: '"sixteen-characters-1"' },
  ],
  [
    "serve --port 0 --data a",
    2,
    "GATEHOUSE_TOKEN is in quotes",
    { GATEHOUSE_TOKEN: "'sixteen-characters-1'" },
  ],
  [
    "serve --port 0 --data a",
    2,
    "GATEHOUSE_BASIC_AUTH is in quotes",
    { GATEHOUSE_MODE: "mountable", GATEHOUSE_BASIC_AUTH: '"user:password"' },
  ],
];

test.each(rows)("%s ends with %d: %s", async (line, code, reason, variables = {}) => {
  const ended = await run(testedProgram, line.split(" "), { cwd: place.path, variables });
  expect({ code: ended.code, out: ended.out }).toEqual({ code, out: "" });
  expect(ended.err).toContain(reason);
  expect(ended.err).toMatch(/^gatehouse: [^\n]+\n$/);
  expect(ended.err).not.toMatch(/\bE[A-Z]{4,}\b|errno|sixteen-characters/);
  expect(existsSync(join(place.path, "none"))).toBe(false);
});

test("a value that starts with = can still be given, after a space and after a long flag", async () => {
  const lines = ["-a =User;1", "--actor==User;2", "--actor=User;3"];
  for (const words of lines) {
    const line = `feature enable x ${words} --data none`;
    const { err } = await run(testedProgram, line.split(" "), { cwd: place.path });
    expect(err).toContain(noData);
  }
});

describe.each([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "[::1]"],
])("a server on %s", (host, address) => {
  test("names localhost in its first link, and listens everywhere", async () => {
    using directory = new TemporaryDirectory();
    using server = await ServerProcess.run(
      testedProgram,
      ["--host", host, "--port", "0"],
      directory.path,
      {},
    );
    const { port } = new URL(server.url);
    const shown = readFileSync(join(directory.path, "first-start.txt"), "utf8");
    expect(shown).toContain(`  http://localhost:${port}/set-up#`);
    expect(shown).toContain(` http://localhost:${port}/adapter/features\n`);
    expect(shown).toContain("From another machine, replace localhost with this server's name.");
    expect((await fetch(`http://${address}:${port}/healthz`)).status).toBe(200);
  });
});

test("a server on one address shows that address, and with a public URL only this", async () => {
  for (const variables of [
    {},
    { GATEHOUSE_PUBLIC_URL: "https://toggles.example", GATEHOUSE_HOST: "0.0.0.0" },
  ]) {
    using directory = new TemporaryDirectory();
    using server = await ServerProcess.run(testedProgram, ["--port", "0"], directory.path, {
      variables,
    });
    const shown = readFileSync(join(directory.path, "first-start.txt"), "utf8");
    const site = "GATEHOUSE_HOST" in variables ? "https://toggles.example" : server.url;
    expect(shown).toContain(`  ${site}/set-up#`);
    expect(shown).not.toContain("localhost");
  }
});
