import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { hostTarget } from "../../packaging/bun-build.ts";
import { run } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const root = join(import.meta.dir, "../..");
const executable = process.env.TESTED_PROGRAM ?? "";
const timeoutMs = 180_000;

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
}

/** The packages whose code is in the executable, read from the source maps of all its chunks. */
async function packagesInMaps(): Promise<ReadonlySet<string>> {
  const directory = dirname(executable);
  const maps = readdirSync(directory).filter((name) => name.endsWith(".map"));
  const texts = maps.map((name) => Bun.file(join(directory, name)).text());
  const names = (await Promise.all(texts)).flatMap((text) =>
    Array.from(
      text.matchAll(/node_modules\/(?<name>(?:@[^/"]+\/)?[^/"@][^/"]*)\/(?!node_modules)/g),
      ({ groups }) => groups?.name ?? "",
    ),
  );
  return new Set(names);
}

test(
  "a release holds the tested executable byte by byte, and lists every package in it",
  async () => {
    using directory = new TemporaryDirectory();
    const release = join(directory.path, "release");
    const made = await run(
      { name: "make", argv: ["make", "--silent", "release"] },
      [`TARGETS=${hostTarget()}`, `RELEASE=${release}`],
      {
        cwd: root,
        variables: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? directory.path },
      },
    );
    expect(made).toMatchObject({ code: 0, err: "" });

    const prefix = `gatehouse-${packageJson.version}`;
    const released = join(release, `${prefix}-${hostTarget()}`);
    const bill = join(release, `${prefix}.cdx.json`);
    expect(await sha256(released)).toBe(await sha256(executable));
    const archive = `${released}.tar.gz`;
    const script = join(release, "install.sh");
    const sums = await Promise.all(
      [released, archive, bill, script].map(
        async (path) => `${await sha256(path)}  ${basename(path)}\n`,
      ),
    );
    expect(await Bun.file(join(release, "SHA256SUMS")).text()).toBe(sums.join(""));

    const bin = join(directory.path, "bin");
    const installed = Bun.spawnSync(["sh", script, "--dir", bin], {
      env: { PATH: process.env.PATH ?? "" },
    });
    expect(installed.stdout.toString()).toContain(`gatehouse ${packageJson.version} is installed`);
    expect(await sha256(join(bin, "gatehouse"))).toBe(await sha256(executable));
    const completion = Bun.spawnSync([executable, "completion", "bash"]).stdout.toString();
    const share = (path: string) => Bun.file(join(directory.path, "share", path));
    expect(await share("bash-completion/completions/gatehouse").text()).toBe(completion);
    expect(await share("man/man1/gatehouse.1").exists()).toBe(true);

    const inMaps = await packagesInMaps();
    expect(inMaps.size).toBeGreaterThan(10);
    const listed = new Set((await Bun.file(bill).text()).match(/"pkg:npm\/[^"]+(?=@)/g));
    const missing = Array.from(inMaps).filter(
      (name) => !listed.has(`"pkg:npm/${name.replace("@", "%40")}`),
    );
    expect(missing).toEqual([]);
  },
  timeoutMs,
);
