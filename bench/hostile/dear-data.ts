import type { Gatehouse } from "../gatehouse.ts";
import type { SharedData } from "./attack.ts";
import { ask } from "./hostile-client.ts";
import { featureOfActors, featureOfAny, importLargest, mustImport } from "./import-bodies.ts";

export const importedCount = 2_000;
const conditionCount = 500;
/** So many fit into an expression of 64 KiB (docs/api.md#expressions). */
const longConditionCount = 1_500;
const auditCount = 250;
const actorCount = 99_000;
const featureCounts = [99_999, 50_000, 20_000] as const;

export const nestedCount = 300;
const nestedOperators = 1_500;

/** A large import, which fits into 54 KB of gzip. */
export const imported = dataOf(() => planned("pro"));

/** A second one, whose undo has the gates of the first. */
export const replaced: SharedData = {
  fill: async (server) => {
    await mustImport(server, planned("pro"));
    await mustImport(server, planned("free"));
  },
};

/** Features that all ask for each other. */
export const nested = dataOf(() =>
  Array.from({ length: nestedCount }, (_, nth) =>
    featureOfAny(`nested_${nth}`, nestedOperators, (index) => {
      const other = (nth + 1 + index) % nestedCount;
      return `{"FeatureEnabled":["nested_${other}"]}`;
    }),
  ),
);

/** As many features as a project may have. */
export const full: SharedData = {
  fill: async (server) => {
    await importLargest(server, featureCounts, (count) =>
      Array.from({ length: count }, (_, index) => `"release_${index}":{"boolean":"true"}`),
    );
  },
};

/** A feature with as many actors as a gate may have. */
export const crowded = dataOf(() => [featureOfActors("crowded", actorCount)]);

/** A page of audits with the longest values. */
export const audited: SharedData = {
  fill: async (server) => {
    await mustImport(server, []);
    for (let nth = 0; nth < auditCount; nth++) {
      const { status } = await setLongExpression(server, nth);
      if (status !== 200) {
        throw new Error(`an expression was answered ${status}`);
      }
    }
  },
};

function setLongExpression(server: Gatehouse, nth: number) {
  const condition = { Equal: [{ Property: ["plan"] }, `p${nth}`] };
  const json = JSON.stringify({ Any: new Array(longConditionCount).fill(condition) });
  return ask(server, {
    method: "POST",
    path: "/features/audited/expression",
    headers: { "content-type": "application/json" },
    body: json,
  });
}

function planned(plan: string): readonly string[] {
  const condition = `{"Equal":[{"Property":["plan"]},"${plan}"]}`;
  return Array.from({ length: importedCount }, (_, nth) =>
    featureOfAny(`release_${nth}`, conditionCount, () => condition),
  );
}

function dataOf(features: () => readonly string[]): SharedData {
  return { fill: (server) => mustImport(server, features()) };
}
