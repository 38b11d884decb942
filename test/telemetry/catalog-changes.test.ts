import { expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import { applyChange } from "../../src/core/model/apply-change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { catalogChangesBetween, catalogOfState } from "../../src/telemetry/catalog-changes.ts";
import { readCatalog } from "../../src/telemetry/messages/catalog-text.ts";
import { Catalog } from "../../src/telemetry/worker/counting/catalog.ts";
import { changeSequences } from "../contract/change-sequences.ts";
import { environment } from "../contract/sample-entities.ts";
import { seeded } from "../fuzz/seed.ts";
import { guardedRollout } from "./outcomes.ts";

function catalogOf(state: State): Catalog {
  return new Catalog(readCatalog(catalogOfState(state)));
}

/** What a catalog knows of everything that either state has. */
function knownOf(catalog: Catalog, states: readonly State[]) {
  const ids = new Set(states.flatMap(({ environments }) => [...environments.keys()]));
  const keys = states.flatMap(({ features }) =>
    [...features.values()].flatMap((ofProject) => [...ofProject.keys()]),
  );
  return [...ids].map((id) => [
    id,
    catalog.hasEnvironment(id),
    catalog.retentionDays(id),
    ...keys.map((key) => catalog.featureId(id, key)),
  ]);
}

test("the changes between two states make the catalog of the first one that of the second one", () => {
  fc.assert(
    fc.property(changeSequences, fc.nat(), (sequence, pick) => {
      const states = [emptyState];
      for (const change of sequence.flat()) {
        states.push(applyChange(states.at(-1) ?? emptyState, change));
      }
      const before = states[pick % states.length] ?? emptyState;
      const after = states.at(-1) ?? emptyState;
      const catalog = catalogOf(before);
      for (const change of catalogChangesBetween(before, after)) {
        catalog.apply(change);
      }
      const both = [before, after];
      expect(knownOf(catalog, both)).toEqual(knownOf(catalogOf(after), both));
    }),
    { numRuns: 100, ...seeded },
  );
});

test("what is watched is computed once for each state, however many environments there are", () => {
  const stateOf = (name: string) =>
    Array.from({ length: 20 }, (_, index) => index + 1).reduce<State>(
      (state, id) =>
        applyChange(
          applyChange(state, { kind: "environment.created", environment: environment(id) }),
          guardedRollout(id, "search", [id === 7 ? name : "checkout"], id),
        ),
      emptyState,
    );
  const [before, after] = [stateOf("old"), stateOf("new")];
  const reads = [before, after].map(({ rollouts }) => spyOn(rollouts, "values"));
  const changes = catalogChangesBetween(before, after);
  expect(changes.filter(({ kind }) => kind === "watched_saved")).toEqual([
    { kind: "watched_saved", environmentId: 7, watched: [{ name: "new", keys: ["search"] }] },
  ]);
  for (const read of reads) {
    expect(read).toHaveBeenCalledTimes(1);
  }
});
