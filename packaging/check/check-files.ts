import { dirname, join } from "node:path";
import { commandOutput } from "../linux/command-output.ts";
import { fileSum, inTemporaryDirectory, type ReleaseCheck } from "./checked-release.ts";

const digit = /[0-9a-f]/;
const sumLine = /^(?<sum>[0-9a-f]{64}) {2}(?<name>.+)$/gm;

export const sumsAreRight: ReleaseCheck = {
  name: "SHA256SUMS has every file of the release, with its sum",
  programs: [],
  async run({ prefix }) {
    const directory = dirname(prefix);
    const text = await Bun.file(join(directory, "SHA256SUMS")).text();
    const sums = new Map(
      Array.from(text.matchAll(sumLine), ({ groups }) => [groups?.name ?? "", groups?.sum ?? ""]),
    );
    for (const [name, sum] of sums) {
      if ((await fileSum(join(directory, name))) !== sum) {
        throw new Error(`${name} has another sum`);
      }
    }
    const files = [...new Bun.Glob("gatehouse-*").scanSync({ cwd: directory })];
    const unlisted = files.filter((name) => !sums.has(name));
    if (unlisted.length > 0) {
      throw new Error(`it lacks ${unlisted.join(", ")}`);
    }
  },
};

export const sumsCanBeSigned: ReleaseCheck = {
  name: "minisign signs the sums, and refuses changed ones",
  programs: ["minisign"],
  run: ({ prefix }) =>
    inTemporaryDirectory(async (directory) => {
      const [secret, shown, sums] = ["secret", "shown", "SHA256SUMS"].map((name) =>
        join(directory, name),
      );
      if (secret === undefined || shown === undefined || sums === undefined) {
        throw new Error("There are no paths");
      }
      const text = await Bun.file(join(dirname(prefix), "SHA256SUMS")).text();
      await Bun.write(sums, text);
      await commandOutput(["minisign", "-G", "-W", "-p", shown, "-s", secret]);
      await commandOutput(["minisign", "-S", "-s", secret, "-m", sums]);
      const verify = ["minisign", "-V", "-q", "-p", shown, "-m", sums];
      await commandOutput(verify);
      await Bun.write(
        sums,
        text.replace(digit, (first) => (first === "0" ? "1" : "0")),
      );
      const { exitCode } = Bun.spawnSync(verify, { stdout: "ignore", stderr: "ignore" });
      if (exitCode === 0) {
        throw new Error("changed sums were accepted");
      }
    }),
};

export const formulaIsRuby: ReleaseCheck = {
  name: "the formula for Homebrew is valid Ruby",
  programs: ["ruby"],
  async run({ prefix }) {
    await commandOutput(["ruby", "-c", join(dirname(prefix), "gatehouse.rb")]);
  },
};

export const packageCanBePublished: ReleaseCheck = {
  name: "publint finds nothing in the npm package",
  programs: [],
  async run({ prefix, version }) {
    const file = join(dirname(prefix), `gatehouse-flags-${version}.tgz`);
    await commandOutput([process.execPath, "x", "publint@0.3.25", "--strict", file]);
  },
};
