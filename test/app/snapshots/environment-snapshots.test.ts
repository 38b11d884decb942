import { expect, spyOn, test } from "bun:test";
import { Map as ImmutableMap } from "immutable";
import type { FeatureShape } from "../../../src/api/flipper/answers/feature-json.ts";
import { EnvironmentSnapshots } from "../../../src/app/snapshots/environment-snapshots.ts";
import { Snapshot } from "../../../src/app/snapshots/snapshot.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { applyChange } from "../../../src/core/model/apply-change.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { emptyState, type State } from "../../../src/core/model/state.ts";
import { environment, feature, foundation } from "../../contract/sample-entities.ts";
import { listBody } from "./list-body.ts";

const production = environment(1, { kind: "production" });
const custom = environment(2);
const shape: FeatureShape = { expression: false, excludeGates: true, excludeGateNames: false };

// Sorted by UTF-8 bytes, which puts U+FFFF before characters with two UTF-16 units.
const keys = ["", "A", "__proto__", "a", "a/b", "b", "z", "é", "\uffff", "🎉"];
const base = after(
  foundation.reduce(applyChange, emptyState),
  { kind: "feature.removed", feature: feature(1) },
  ...keys.toReversed().flatMap((key, index) => created(100 + index, key)),
);

function after(state: State, ...changes: readonly Change[]): State {
  return changes.reduce(applyChange, state);
}

function created(id: number, key: string): readonly Change[] {
  const one = feature(id, { key });
  return [{ kind: "feature.saved", feature: one }, wrote(production.id, one.key, closedGates)];
}

function wrote(environmentId: number, key: string, gates: Gates): Change {
  return {
    kind: "gates.written",
    environmentId,
    feature: feature(0, { key }),
    before: null,
    after: gates,
  };
}

const enabled: Gates = { ...closedGates, boolean: true };

function listed(snapshot: Snapshot): readonly (readonly [string, string])[] {
  const list: unknown = JSON.parse(new TextDecoder().decode(listBody(snapshot, shape).plain));
  expect(list).toHaveProperty("features");
  return snapshot.toggles.map(({ key, gates }) => [key, gates.boolean ? "on" : "off"]);
}

test("a list is sorted by UTF-8 bytes", () => {
  const snapshot = new EnvironmentSnapshots().of(base, production);
  expect(snapshot.toggles.map(({ key }) => key)).toEqual(keys);
  const text = new TextDecoder().decode(listBody(snapshot, shape).plain);
  expect(text).toBe(
    `{"features":[${keys.map((key) => `{"key":${JSON.stringify(key)},"state":"off"}`).join()}]}`,
  );
});

test("an environment shares Production's snapshot until it has an override", () => {
  const snapshots = new EnvironmentSnapshots();
  const ofProduction = snapshots.of(base, production);
  expect(snapshots.of(base, custom)).toBe(ofProduction);
  expect(snapshots.of(base, environment(77))).toBe(ofProduction);

  const overridden = after(base, wrote(custom.id, "b", enabled));
  expect(snapshots.of(overridden, production)).toBe(ofProduction);
  const own = snapshots.of(overridden, custom);
  expect(own).not.toBe(ofProduction);
  expect(listed(own)).toEqual(keys.map((key) => [key, key === "b" ? "on" : "off"]));
  expect(own.find("b")?.gates).toBe(enabled);
  expect(own.find("a")).toBe(ofProduction.find("a"));
  expect(own.find("unknown")).toBeUndefined();

  const dropped = after(overridden, {
    kind: "override.dropped",
    environmentId: custom.id,
    feature: feature(0, { key: "b" }),
  });
  expect(snapshots.of(dropped, custom)).toBe(ofProduction);
});

test("a snapshot with overrides stays cached until Production or its overrides change", () => {
  const snapshots = new EnvironmentSnapshots();
  const overridden = after(base, wrote(custom.id, "b", enabled));
  const own = snapshots.of(overridden, custom);
  const elsewhere = after(overridden, { kind: "group.added", projectId: 1, name: "g" });
  expect(snapshots.of(elsewhere, custom)).toBe(own);

  const inProduction = after(overridden, wrote(production.id, "z", enabled));
  const mirrored = snapshots.of(inProduction, custom);
  expect(mirrored).not.toBe(own);
  expect(listed(mirrored).filter(([, state]) => state === "on")).toEqual([
    ["b", "on"],
    ["z", "on"],
  ]);
  const more = after(inProduction, wrote(custom.id, "z", closedGates));
  expect(listed(snapshots.of(more, custom)).filter(([, state]) => state === "on")).toEqual([
    ["b", "on"],
  ]);
});

test("the snapshots of a project have features of this project only", () => {
  const other = environment(3, { projectId: 2, kind: "production" });
  const snapshots = new EnvironmentSnapshots();
  expect(snapshots.of(base, other).toggles).toEqual([]);
  expect(snapshots.of(base, production).toggles).toHaveLength(keys.length);
  expect(snapshots.of(base, other).toggles).toEqual([]);
});

test("finding a feature creates no list; the list reads the keys", () => {
  let asked = 0;
  const toggles = ImmutableMap(keys.map((key) => [key, new Toggle(key, closedGates)]));
  const snapshot = new Snapshot(toggles, undefined, () => {
    asked++;
    return keys;
  });
  expect(snapshot.find("a")?.key).toBe("a");
  expect(asked).toBe(0);
  listBody(snapshot, shape);
  listBody(snapshot, shape);
  // Once to count them, which takes no time.
  expect(asked).toBe(2);
});

test("a list after a gate write does not sort again, and only stringifies the changed feature", () => {
  const snapshots = new EnvironmentSnapshots();
  listBody(snapshots.of(base, production), shape);
  const features = base.features.get(1);
  if (features === undefined) {
    throw new Error("The project has no features");
  }
  const sorting = spyOn(features, "keys");
  const stringify = spyOn(JSON, "stringify");
  try {
    const state = after(base, wrote(production.id, "b", enabled));
    listBody(snapshots.of(state, production), shape);
    expect(stringify.mock.calls.map(([value]) => value)).toEqual(["b"]);
    expect(sorting).toHaveBeenCalledTimes(0);
  } finally {
    sorting.mockRestore();
    stringify.mockRestore();
  }
});

test("the list of a shape is created once", () => {
  const snapshot = new EnvironmentSnapshots().of(base, production);
  for (const excludeGates of [true, false]) {
    const list = listBody(snapshot, { ...shape, excludeGates });
    expect(listBody(snapshot, { ...shape, excludeGates })).toBe(list);
    expect(list.gzip).toBe(list.gzip);
    expect(Bun.gunzipSync(list.gzip)).toEqual(list.plain);
  }
});

test("equal lists have equal tags, different lists have different ones", () => {
  const on = after(base, wrote(production.id, "b", enabled));
  const off = after(on, wrote(production.id, "b", closedGates));
  const tags = [base, on, off].map(
    (state) => listBody(new EnvironmentSnapshots().of(state, production), shape).tag,
  );
  expect(tags[0]).toBe(tags[2] ?? "");
  expect(tags[0]).not.toBe(tags[1] ?? "");
  expect(tags[0]).toMatch(/^[\w-]{22}$/);
});

test("a feature without gates in Production is an error with the key", () => {
  const broken = after(base, {
    kind: "feature.saved",
    feature: feature(900, { key: "gateless" }),
  });
  expect(() => new EnvironmentSnapshots().of(broken, production).toggles).toThrow("gateless");
});
