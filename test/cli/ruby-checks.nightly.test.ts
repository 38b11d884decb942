import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { startInDirectory } from "./daily-shells.ts";

const ruby = Bun.which("ruby");
const hasFlipper = ruby !== null && Bun.spawnSync([ruby, "-e", "require 'flipper'"]).exitCode === 0;
/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";

const timeoutMs = 180_000;
const actorCount = 20;
/** `gatehouse check` takes so many features. */
const featuresOfActor = 100;

interface Gates {
  readonly boolean: boolean;
  readonly groups: readonly string[];
  readonly actors: readonly string[];
  readonly percentage_of_actors: number;
  readonly percentage_of_time: number;
}

const groupNames = ["staff", "beta", "admins"];
const ids = ["User;1", "User;2", "Üser;ß", "🎉", "a b"];
const gates: fc.Arbitrary<Gates> = fc.record({
  boolean: fc.constantFrom(false, false, false, true),
  groups: fc.subarray(groupNames, { maxLength: 2 }),
  actors: fc.subarray(ids, { maxLength: 2 }),
  percentage_of_actors: fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 0, max: 100 })),
  // Anything between is decided by chance.
  percentage_of_time: fc.constantFrom(0, 0, 0, 0, 100),
});
const question = fc.record({
  id: fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ minLength: 1, maxLength: 20, unit: "grapheme-ascii" }),
  ),
  groups: fc.subarray(groupNames, { maxLength: 2 }),
});

interface Answer {
  readonly features: readonly {
    readonly key: string;
    readonly enabled: boolean;
    readonly gates: readonly { readonly gate: string; readonly opens: boolean }[];
  }[];
}

describe.skipIf(!(hasFlipper || isRequired))("check --why and the gem", () => {
  test(
    "agree on 2,000 random checks, and on the gate that opens first",
    async () => {
      const shell = await startInDirectory();
      const questions = fc.sample(question, actorCount);
      const features = fc.sample(gates, actorCount * featuresOfActor);
      const keys = features.map((_, index) => `feature ${index}`);
      const entries = features.map((each, index) => [keys[index], exported(each)] as const);
      const file = join(shell.variables.GATEHOUSE_DATA ?? "", "checks.json");
      await Bun.write(file, JSON.stringify({ features: Object.fromEntries(entries) }));
      expect(await shell.run(`import ${file}`)).toMatchObject({ code: 0 });

      const answered: unknown[] = [];
      const checks: unknown[] = [];
      for (const [index, { id, groups }] of questions.entries()) {
        const range = [index * featuresOfActor, (index + 1) * featuresOfActor] as const;
        const asked = keys.slice(...range);
        for (const [place, own] of features.slice(...range).entries()) {
          checks.push({ key: asked[place], gates: own, actor: id, groups });
        }
        const { out } = await shell.runWords([
          ...["check", "--why", "--json", `--actor=${id}`],
          ...groups.map((group) => `--group=${group}`),
          ...["--", ...asked],
        ]);
        answered.push(...answersIn(JSON.parse(out)));
      }
      expect(answered).toEqual(await answersOfGem(checks));
      await shell.stop();
    },
    timeoutMs,
  );
});

/** The names that the gem gives to gates. */
const gemNames: Readonly<Record<string, string>> = { actors: "actor", groups: "group" };

function answersIn({ features }: Answer): readonly unknown[] {
  return features.map(({ enabled, gates: explained }) => {
    const opened = explained.find(({ opens }) => opens)?.gate;
    return [enabled, opened === undefined ? null : (gemNames[opened] ?? opened)];
  });
}

async function answersOfGem(checks: readonly unknown[]): Promise<unknown[]> {
  const child = Bun.spawn([ruby ?? "ruby", join(import.meta.dir, "ruby-checks.rb")], {
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
    stdin: new Blob([JSON.stringify(checks)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) {
    throw new Error(err);
  }
  return JSON.parse(out);
}

function exported(each: Gates): unknown {
  return { ...each, boolean: each.boolean ? "true" : null };
}
