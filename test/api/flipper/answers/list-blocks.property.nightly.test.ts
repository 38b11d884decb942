import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { Map as ImmutableMap } from "immutable";
import { featureJson } from "../../../../src/api/flipper/answers/feature-json.ts";
import { answerSome, listAnswers } from "../../../../src/api/flipper/answers/snapshot-answers.ts";
import { EnvironmentSnapshots } from "../../../../src/app/snapshots/environment-snapshots.ts";
import { closedGates, type Gates } from "../../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../../src/core/evaluation/sorted-set.ts";
import { Toggle } from "../../../../src/core/evaluation/toggle.ts";
import { applyChange } from "../../../../src/core/model/apply-change.ts";
import { applyChangeList } from "../../../../src/core/model/apply-change-list.ts";
import type { Change } from "../../../../src/core/model/change.ts";
import { emptyState, type State } from "../../../../src/core/model/state.ts";
import { sortUtf8 } from "../../../../src/core/text/compare-utf8.ts";
import { environment, feature, foundation } from "../../../contract/sample-entities.ts";
import { seeded } from "../../../fuzz/seed.ts";
import { runsOf } from "../../../helpers/runs.ts";

/* Long lists are made of blocks that are kept; here every answer is compared with a new one. */

const runs = runsOf(2);
const ruby = Bun.which("ruby");
const shape = { expression: true, excludeGates: false, excludeGateNames: false };
const environments = [environment(1, { kind: "production" }), environment(2), environment(3)];
const keys = Array.from({ length: 2_200 }, (_, index) => `release 🎉 ${index * 7}`);
const filled = applyChangeList(
  [...foundation, ...environments.map(existing)].reduce(applyChange, emptyState),
  [{ kind: "feature.removed", feature: feature(1) }, ...keys.flatMap(created)],
);

function existing(of: (typeof environments)[number]): Change {
  return { kind: "environment.created", environment: of };
}

function created(key: string, index: number): readonly Change[] {
  const one = feature(100 + index, { key });
  const gates = { percentageOfTime: index % 100 };
  return [{ kind: "feature.saved", feature: one }, wrote(1, key, gates)];
}

function wrote(environmentId: number, key: string, gates: Partial<Gates>): Change {
  const after = { ...closedGates, ...gates };
  return {
    kind: "gates.written",
    environmentId,
    feature: feature(0, { key }),
    before: null,
    after,
  };
}

const place = fc.nat(keys.length - 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("write"), fc.integer({ min: 1, max: 3 }), place) },
  fc.tuple(
    fc.constantFrom("mirror", "remove", "create", "import", "branch", "crowd"),
    fc.constant(2),
    place,
  ),
  fc.tuple(fc.constant("restart"), fc.constant(1), place),
);

function changesOf(state: State, [kind, environmentId, at]: readonly [string, number, number]) {
  const has = (key: string) => state.features.get(1)?.has(key) === true;
  const key = keys[at] ?? "";
  const value = { percentageOfActors: at % 101, actors: [`User;${at}`] };
  switch (kind) {
    case "mirror":
      return [{ kind: "override.dropped", environmentId, feature: feature(0, { key }) } as const];
    case "remove":
      return has(key)
        ? [{ kind: "feature.removed", feature: feature(100 + at, { key }) } as const]
        : [];
    case "create":
      return created(`release ${at} new`, at);
    case "crowd": {
      const actors = sortedSet(Array.from({ length: 600 + (at % 300) }, (_, nth) => `User;${nth}`));
      return has(key) ? [wrote(environmentId, key, { actors })] : [];
    }
    case "import":
      return keys
        .slice(at, at + 40)
        .filter(has)
        .map((each) => wrote(1, each, value));
    default:
      return has(key) ? [wrote(environmentId, key, value)] : [];
  }
}

/** The same state, of which nothing is remembered. */
function restarted(state: State): State {
  const toggles = state.toggles.map((of) =>
    ImmutableMap(
      [...of].map(([key, { gates }]) => {
        const actors = sortedSet([...gates.actors]);
        return [key, new Toggle(key, { ...gates, actors })];
      }),
    ),
  );
  const features = state.features.map((of) => ImmutableMap([...of].toReversed()));
  return { ...state, toggles, features };
}

/** A server's memory: what it answers does not depend on what it answered before. */
class Lists {
  readonly #snapshots = new EnvironmentSnapshots();
  readonly #answerOf = listAnswers(() => ({}));

  async read(state: State, of: (typeof environments)[number], encoding: string) {
    return seen(
      await this.#answerOf(this.#snapshots.of(state, of), shape).respond(requestOf(encoding), 1),
    );
  }

  /** The answer to a request that names every feature in the order of the list. */
  async readNamed(state: State, of: (typeof environments)[number], encoding: string) {
    const { toggles } = this.#snapshots.of(state, of);
    return seen(await answerSome(requestOf(encoding), toggles, shape, {}));
  }
}

function requestOf(encoding: string): Request {
  return new Request("http://localhost/features", { headers: { "accept-encoding": encoding } });
}

async function seen(response: Response) {
  return { tag: response.headers.get("etag"), bytes: Buffer.from(await response.bytes()) };
}

function expectedText(state: State, { id }: (typeof environments)[number]): string {
  const texts = sortUtf8([...(state.features.get(1)?.keys() ?? [])]).map((key) => {
    const toggle = state.toggles.get(id)?.get(key) ?? state.toggles.get(1)?.get(key);
    return toggle === undefined ? "missing" : featureJson(toggle, shape);
  });
  return `{"features":[${texts.join(",")}]}`;
}

test(
  "after any changes a list has the bytes and tags of one that is made from scratch",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        let lists = new Lists();
        let state = filled;
        for (const taken of steps) {
          const changed = applyChangeList(state, changesOf(state, taken));
          // A draft that is not kept leaves the state as it was.
          state = taken[0] === "branch" ? state : changed;
          if (taken[0] === "restart") {
            state = restarted(state);
            lists = new Lists();
          }
          for (const of of environments) {
            const [plain, gzip] = [
              await lists.read(state, of, "identity"),
              await lists.read(state, of, "gzip"),
            ];
            expect(plain.bytes.toString() === expectedText(state, of)).toBe(true);
            expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
          }
        }
        const again = restarted(state);
        for (const of of environments) {
          for (const encoding of ["identity", "gzip"]) {
            const [kept, fresh] = [
              await lists.read(state, of, encoding),
              await new Lists().read(again, of, encoding),
            ];
            const named = await new Lists().readNamed(again, of, encoding);
            expect([fresh.tag, named.tag]).toEqual([kept.tag, kept.tag]);
            expect(kept.bytes.equals(fresh.bytes)).toBe(true);
            expect(kept.bytes.equals(named.bytes)).toBe(true);
          }
        }
      }),
      { numRuns: runs, ...seeded },
    );
  },
  { timeout: 180_000 + runs * 5_000 },
);

test("two lists that differ in one value have different tags", async () => {
  const [production] = environments;
  if (production === undefined) {
    throw new Error("there is no Production");
  }
  const changed = applyChange(filled, wrote(1, keys[5] ?? "", { percentageOfTime: 99 }));
  const [left, right] = [
    await new Lists().read(filled, production, "gzip"),
    await new Lists().read(changed, production, "gzip"),
  ];
  expect(left.tag).not.toBe(right.tag);
});

test.skipIf(ruby === null)("Ruby inflates a list that was joined from blocks", async () => {
  const [production = environment(1)] = environments;
  const { bytes } = await new Lists().read(filled, production, "gzip");
  const script = "print Zlib::GzipReader.new($stdin.binmode).read";
  const inflate = Bun.spawn([ruby ?? "", "-rzlib", "-e", script], { stdin: bytes });
  expect((await new Response(inflate.stdout).text()) === expectedText(filled, production)).toBe(
    true,
  );
});

test("a list that was read of a draft leaves nothing in the list of another one", async () => {
  const [production = environment(1)] = environments;
  const lists = new Lists();
  await lists.read(filled, production, "identity");
  for (const [index, percentageOfTime] of [7, 99].entries()) {
    const draft = applyChange(filled, wrote(1, keys[index] ?? "", { percentageOfTime }));
    const { bytes } = await lists.read(draft, production, "identity");
    expect(bytes.toString() === expectedText(draft, production)).toBe(true);
  }
});
