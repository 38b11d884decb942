import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  commandsOf,
  installScript,
  type Machine,
  makeFakeRelease,
  writeProgram,
} from "./fake-release.ts";
import { here, Installation } from "./installation.ts";

/** In CI, a missing package makes the test fail instead of being skipped. */
const isRequired = process.env.CI === "true";
const shellcheck = Bun.which("shellcheck");

describe("the platform is that of the machine", () => {
  test.each([
    ["linux-x64", { system: "Linux", processor: "x86_64" }],
    ["linux-arm64", { system: "Linux", processor: "aarch64" }],
    ["linux-x64-musl", { system: "Linux", processor: "x86_64", ldd: "musl libc (x86_64)" }],
    ["linux-arm64-musl", { system: "Linux", processor: "aarch64", ldd: "musl libc (aarch64)" }],
    ["darwin-x64", { system: "Darwin", processor: "x86_64" }],
    ["darwin-arm64", { system: "Darwin", processor: "arm64" }],
  ] as const)("%s", async (target, machine) => {
    using place = new Installation();
    const others = ["linux-x64", "linux-x64-musl", "linux-arm64", "linux-arm64-musl"];
    await makeFakeRelease(place.release, [...others, "darwin-x64", "darwin-arm64"]);
    const { code, out, err } = await place.install(["--from", place.release], machine);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`gatehouse 1.2.3, ${target} is installed: ${place.bin}/gatehouse\n`);
    expect(place.printed()).toBe(`gatehouse 1.2.3, ${target}`);
    expect(place.installed()).toEqual(["gatehouse"]);
    expect(statSync(join(place.bin, "gatehouse")).mode & 0o777).toBe(0o755);
  });
});

test("the script of a release installs from its own folder, and replaces an older version", async () => {
  using place = new Installation();
  await makeFakeRelease(place.release, ["linux-x64"]);
  await writeProgram(join(place.bin, "gatehouse"), "echo old");
  const { code } = await place.install([], here, join(place.release, "install.sh"));
  expect([code, place.printed()]).toEqual([0, "gatehouse 1.2.3, linux-x64"]);
});

test("a version is chosen with --version, and must be when there are several", async () => {
  using place = new Installation();
  const [old, sums] = [join(place.path, "old"), join(place.release, "SHA256SUMS")];
  await makeFakeRelease(place.release, ["linux-x64"]);
  await makeFakeRelease(old, ["linux-x64"], "1.2.0");
  for (const name of await readdir(old)) {
    if (name !== "SHA256SUMS") {
      await Bun.write(join(place.release, name), Bun.file(join(old, name)));
    }
  }
  const texts = [sums, join(old, "SHA256SUMS")].map((path) => Bun.file(path).text());
  await Bun.write(sums, (await Promise.all(texts)).join(""));
  const several = await place.install(["--from", place.release]);
  expect(several).toMatchObject({ code: 1, err: expect.stringContaining("several versions") });
  expect(place.installed()).toEqual([]);
  for (const version of ["1.2.0", "v1.2.3"]) {
    await place.install(["--from", place.release, "--version", version]);
    expect(place.printed()).toBe(`gatehouse ${version.replace("v", "")}, linux-x64`);
  }
});

test("it installs over HTTP, and when a shell reads it from its input", async () => {
  using place = new Installation();
  await makeFakeRelease(place.release, ["linux-x64"]);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const file = Bun.file(join(place.release, new URL(request.url).pathname));
      return existsSync(file.name ?? "") ? new Response(file) : new Response("", { status: 404 });
    },
  });
  try {
    const from = `http://127.0.0.1:${server.port}`;
    const script = await Bun.file(installScript).text();
    const words = ["sh", "-s", "--", "--from", from, "--dir", place.bin];
    const installed = await place.run(words, await commandsOf(place.path, here), script);
    expect(installed).toMatchObject({ code: 0, err: "" });
    expect(place.printed()).toBe("gatehouse 1.2.3, linux-x64");
    const missing = await place.install(["--from", `${from}/nowhere`]);
    expect(missing.code).toBe(1);
    expect(missing.err).toContain(`${from}/nowhere/SHA256SUMS could not be downloaded`);
  } finally {
    await server.stop(true);
  }
});

describe("nothing is installed, and an earlier executable stays, with", () => {
  const rows: readonly [
    string,
    RegExp,
    {
      readonly words?: readonly string[];
      readonly machine?: Machine;
      readonly spoil?: (release: string) => Promise<unknown>;
    },
  ][] = [
    [
      "an archive that is not the one of the sums",
      /checksum of gatehouse-1\.2\.3-linux-x64\.tar\.gz differs from SHA256SUMS/,
      {
        spoil: (release) =>
          Bun.write(join(release, "gatehouse-1.2.3-linux-x64.tar.gz"), "something else"),
      },
    ],
    [
      "an executable that does not run here",
      /does not run here/,
      {
        spoil: async (release) => {
          const name = "gatehouse-1.2.3-linux-x64.tar.gz";
          const executable = join(release, "gatehouse-1.2.3/gatehouse");
          await writeProgram(executable, "echo wrong processor >&2; exit 1");
          await Bun.$`tar -czf ${name} gatehouse-1.2.3`.cwd(release);
          await Bun.$`sha256sum ${name} > SHA256SUMS`.cwd(release);
        },
      },
    ],
    [
      "an archive that leads out of the folder",
      /has no archive for linux-x64/,
      {
        spoil: (release) =>
          Bun.write(
            join(release, "SHA256SUMS"),
            `${"0".repeat(64)}  gatehouse-../../x-linux-x64.tar.gz\n`,
          ),
      },
    ],
    [
      "no archive for the machine",
      /has no archive for linux-arm64/,
      {
        machine: { system: "Linux", processor: "aarch64" },
      },
    ],
    [
      "an unknown processor",
      /no executable for the processor s390x/,
      {
        machine: { system: "Linux", processor: "s390x" },
      },
    ],
    [
      "another system",
      /on Windows, unpack the \.zip/,
      {
        machine: { system: "MINGW64_NT-10.0", processor: "x86_64" },
      },
    ],
    [
      "a version that is not there",
      /has no version 9\.9\.9 for linux-x64/,
      {
        words: ["--version", "9.9.9"],
      },
    ],
    ["an unknown option", /unknown option --prefix/, { words: ["--prefix", "/usr"] }],
    ["an option without a value", /--version needs a value/, { words: ["--version"] }],
    [
      "an address that others can change",
      /must begin with https/,
      {
        words: ["--from", "http://example.com/releases"],
      },
    ],
    ["no release", /has no file SHA256SUMS/, { words: ["--from", "nowhere"] }],
  ];
  test.each(rows)("%s", async (_, reason, { words = [], machine, spoil }) => {
    using place = new Installation();
    await makeFakeRelease(place.release, ["linux-x64"]);
    await writeProgram(join(place.bin, "gatehouse"), "echo old");
    await spoil?.(place.release);
    const { code, err } = await place.install(["--from", place.release, ...words], machine);
    expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
    expect([place.installed(), place.printed()]).toEqual([["gatehouse"], "old"]);
  });
});

test("a signal while it works leaves nothing behind", async () => {
  using place = new Installation();
  await makeFakeRelease(place.release, ["linux-x64"]);
  const commands = await commandsOf(place.path, here);
  // The script works in its folder when it unpacks, so the signal comes then.
  await writeProgram(join(commands, "tar"), 'kill -TERM "$PPID"; exit 0');
  const { code } = await place.run(
    ["sh", installScript, `--dir=${place.bin}`, `--from=${place.release}`],
    commands,
  );
  expect([code, place.installed()]).toEqual([143, []]);
});

test("a directory in the place of the executable is refused, and help is shown", async () => {
  using place = new Installation();
  await makeFakeRelease(place.release, ["linux-x64"]);
  await mkdir(join(place.bin, "gatehouse"), { recursive: true });
  const refused = await place.install(["--from", place.release]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is a directory") });
  expect(place.installed()).toEqual(["gatehouse"]);
  const help = await place.install(["--help"]);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining("--from RELEASE")]);
});

test.skipIf(shellcheck === null && !isRequired)("shellcheck finds nothing", () => {
  const { exitCode, stdout } = Bun.spawnSync([shellcheck ?? "shellcheck", installScript]);
  expect([exitCode, stdout.toString()]).toEqual([0, ""]);
});
