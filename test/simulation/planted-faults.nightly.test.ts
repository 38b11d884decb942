import { afterAll, describe, expect, test } from "bun:test";
import { MutationTree } from "../mutation/mutation-tree.ts";
import { harmlessFaults, type PlantedFault, plantedFaults } from "./planted-faults.ts";

/** A run ends as soon as it finds the fault, so only a slow machine takes this long. */
const secondsMax = 240;
const harmlessSeconds = 10;
const tree = MutationTree.create();
afterAll(() => tree[Symbol.dispose]());

/** What a simulation of the changed sources prints in the end, and whether it found a violation. */
function simulate({ world, file, from, to, seed = 1 }: PlantedFault, seconds: number) {
  return tree.withChange({ file: `src/${file}`, from, to }, async (cwd) => {
    const argv = [process.execPath, "--no-env-file", "test/simulation/run-seeds.ts"];
    const env = { ...process.env, SEED: String(seed), SECONDS: String(seconds), WORLD: world };
    const child = Bun.spawn(argv, { cwd, env, stdout: "pipe", stderr: "pipe" });
    const [out, error, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    return { code, error, isFound: out.includes("The shortest schedule") };
  });
}

describe("a simulation finds", () => {
  test.each(plantedFaults)(
    "$name",
    async (fault) => {
      expect(await simulate(fault, secondsMax)).toEqual({ code: 1, error: "", isFound: true });
    },
    600_000,
  );
});

describe("a simulation shows to be harmless", () => {
  test.each(harmlessFaults)(
    "$name",
    async (fault) => {
      const expected = { code: 0, error: "", isFound: false };
      expect(await simulate(fault, harmlessSeconds)).toEqual(expected);
    },
    600_000,
  );
});
