import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { accompanyingFiles } from "../../packaging/accompanying-files.ts";
import { bunBuild } from "../../packaging/bun-build.ts";
import { bundledPackages } from "../../packaging/bundled-packages.ts";
import { deployedNames } from "../../packaging/deployed-files.ts";
import { makeRelease } from "../../packaging/release.ts";
import { imageName } from "../../packaging/repository-address.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const product = { name: "gatehouse", version: "1.2.3" };

async function release(directory: string, targets: readonly string[], failing: string[] = []) {
  const reported: string[] = [];
  const isWhole = await makeRelease({
    product,
    targets,
    directory,
    async build(target, path) {
      await Bun.write(path, `executable of ${target}`);
      if (failing.includes(target)) {
        throw new Error("it cannot be fetched");
      }
    },
    billOfMaterials: () => Promise.resolve("bill"),
    accompanying: [
      { path: "LICENSE", content: Buffer.from("the license"), mode: 0o644 },
      { path: "completions/gatehouse.bash", content: Buffer.from("complete"), mode: 0o644 },
    ],
    installScript: "#!/bin/sh",
    report: (line) => void reported.push(line),
  });
  return { isWhole, reported, names: (await readdir(directory)).sort() };
}

async function checkSums(directory: string): Promise<readonly string[]> {
  const lines = (await Bun.file(join(directory, "SHA256SUMS")).text()).trimEnd().split("\n");
  return Promise.all(
    lines.map(async (line) => {
      const [sum = "", name = ""] = line.split("  ");
      const bytes = await Bun.file(join(directory, name)).bytes();
      expect(sum).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
      return name;
    }),
  );
}

test("a release has an executable and an archive for each target, a bill of materials and checksums", async () => {
  using directory = new TemporaryDirectory();
  const { isWhole, names } = await release(directory.path, ["windows-x64", "linux-x64"]);
  const made = [
    "gatehouse-1.2.3-linux-x64",
    "gatehouse-1.2.3-linux-x64.tar.gz",
    "gatehouse-1.2.3-windows-x64.exe",
    "gatehouse-1.2.3-windows-x64.zip",
    "gatehouse-1.2.3.cdx.json",
    "install.sh",
  ];
  expect(isWhole).toBe(true);
  expect(names).toEqual(["SHA256SUMS", ...made]);
  expect(await checkSums(directory.path)).toEqual(made);
  const executable = Bun.file(join(directory.path, "gatehouse-1.2.3-windows-x64.exe"));
  expect(await executable.text()).toBe("executable of windows-x64");
});

test("a target that cannot be built is reported and left out, and the release is incomplete", async () => {
  using directory = new TemporaryDirectory();
  await release(directory.path, ["linux-x64", "linux-arm64"]);
  const { isWhole, reported, names } = await release(
    directory.path,
    ["linux-arm64", "linux-x64"],
    ["linux-arm64"],
  );
  const made = [
    "gatehouse-1.2.3-linux-x64",
    "gatehouse-1.2.3-linux-x64.tar.gz",
    "gatehouse-1.2.3.cdx.json",
    "install.sh",
  ];
  expect(isWhole).toBe(false);
  expect(reported).toEqual([
    "MISSING  linux-arm64: it cannot be fetched",
    "made     gatehouse-1.2.3-linux-x64 and gatehouse-1.2.3-linux-x64.tar.gz",
    `4 files and SHA256SUMS are in ${directory.path}, 1 targets missing`,
  ]);
  expect(names).toEqual(["SHA256SUMS", ...made]);
  expect(await checkSums(directory.path)).toEqual(made);
});

test("the files of an earlier release are removed, and no others", async () => {
  using directory = new TemporaryDirectory();
  const at = (name: string) => join(directory.path, name);
  await Bun.write(at("gatehouse-1.2.2-linux-x64"), "old");
  await Bun.write(at("gatehouse-1.2.2-linux-x64.tar.gz"), "old");
  await Bun.write(at("unfinished/linux-x64/gatehouse"), "old");
  await Bun.write(at("notes.md"), "old");
  await Bun.write(at("mine.md"), "mine");
  await mkdir(at("photographs"));
  const { names } = await release(directory.path, []);
  expect(names).toEqual([
    "SHA256SUMS",
    "gatehouse-1.2.3.cdx.json",
    "install.sh",
    "mine.md",
    "photographs",
  ]);
});

describe.each([
  ["linux-x64", "gatehouse-1.2.3-linux-x64.tar.gz", "gatehouse", ["tar", "-xzf"]],
  ["windows-arm64", "gatehouse-1.2.3-windows-arm64.zip", "gatehouse.exe", ["unzip", "-q"]],
])("the archive for %s", (target, archive, executable, unpack) => {
  test.skipIf(Bun.which(unpack[0] ?? "") === null)("is one folder with the files", async () => {
    using directory = new TemporaryDirectory();
    await release(directory.path, [target]);
    const unpacked = Bun.spawnSync([...unpack, archive], { cwd: directory.path, stderr: "pipe" });
    expect([unpacked.exitCode, unpacked.stderr.toString()]).toEqual([0, ""]);
    const folder = join(directory.path, "gatehouse-1.2.3");
    const names = await readdir(folder, { recursive: true });
    const expected = ["LICENSE", "completions", "completions/gatehouse.bash", executable];
    expect(names.sort()).toEqual(expected.sort());
    const textOf = (name: string) => Bun.file(join(folder, name)).text();
    expect(await textOf(executable)).toBe(`executable of ${target}`);
    expect(await textOf("LICENSE")).toBe("the license");
    expect(statSync(join(folder, executable)).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, "LICENSE")).mode & 0o111).toBe(0);
  });

  test("has the same bytes every time", async () => {
    using first = new TemporaryDirectory();
    using second = new TemporaryDirectory();
    await release(first.path, [target]);
    await release(second.path, [target]);
    const bytes = await Bun.file(join(first.path, archive)).bytes();
    expect(await Bun.file(join(second.path, archive)).bytes()).toEqual(bytes);
  });
});

test("the archives hold the license, documents, deployment files, notices, completion scripts and manual pages", async () => {
  const packages = await bundledPackages(["node_modules/immutable/dist/immutable.es.js"]);
  const files = await accompanyingFiles(packages);
  const texts = new Map(files.map(({ path, content }) => [path, content.toString()]));
  expect([...texts.keys()]).toEqual(
    expect.arrayContaining([
      ...["LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt"],
      ...["completions/gatehouse.bash", "completions/_gatehouse", "completions/gatehouse.fish"],
      ...["man/man1/gatehouse.1", "man/man1/gatehouse-serve.1"],
    ]),
  );
  expect(texts.get("deploy/compose.yaml")).toContain(`    image: ${imageName}:${version}\n    env`);
  const deployed = [...texts].filter(([path]) => path.startsWith("deploy/"));
  expect(deployed.length).toBe(deployedNames.length);
  expect(deployed.map(([, text]) => text).join("\n")).not.toMatch(
    /^ *build:|Dockerfile|packaging\/|registry\.example/m,
  );
  expect(deadLinks(texts)).toEqual([]);
  expect(texts.get("THIRD-PARTY-NOTICES.txt")).toMatch(/immutable 5\.\S+ \(MIT\)\n\n.*Copyright/s);
});

/** Relative links of Markdown to files that are not in the archive. */
function deadLinks(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts]
    .filter(([path]) => path.endsWith(".md"))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?![a-z]+:|#)(?<file>[^)#\s]+)/g)]
        .map(({ groups }) => join(dirname(path), groups?.file ?? ""))
        .filter((file) => !texts.has(file))
        .map((file) => `${path}: ${file}`),
    );
}

describe("a failed build is refused with Bun's reason in one line", () => {
  test.each([
    ["plan9-x64", 'Unsupported target "plan9"'],
    ["linux-x64", "ModuleNotFound"],
  ])("%s", async (target, reason) => {
    using directory = new TemporaryDirectory();
    const path = join(directory.path, "out");
    const built = bunBuild(target, path, ["--compile", join(directory.path, "none.ts")]);
    const error = await built.then(
      () => undefined,
      (refused: unknown) => refused,
    );
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toContain("\n");
    expect(existsSync(path)).toBe(false);
  });
});
