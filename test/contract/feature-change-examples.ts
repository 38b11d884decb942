import { closedGates } from "../../src/core/evaluation/gates.ts";
import type { Change } from "../../src/core/model/change.ts";
import * as noun from "./sample-entities.ts";

type FeatureChangeKind = "feature.saved" | "feature.removed" | "gates.written" | "override.dropped";
type FeatureRows = Readonly<Record<FeatureChangeKind, Readonly<Record<string, readonly Change[]>>>>;

const { fullGates, written } = noun;
const secondFeature = noun.feature(2, { key: "second" });
const dressed = noun.feature(1, {
  description: "Why",
  longevity: "permanent",
  tags: ["b", "a", "b"],
  ownerId: 1,
});

/** Changes of features and their gates, as in `changeExamples`. */
export const featureExamples: FeatureRows = {
  "feature.saved": {
    "again, described": [{ kind: "feature.saved", feature: dressed }],
    "with a key of another project": [
      {
        kind: "feature.saved",
        feature: noun.feature(3, { projectId: 2, key: "feature-1", creatorId: 1 }),
      },
    ],
    "with every key": noun.strangeTexts.map((key, index) => ({
      kind: "feature.saved",
      feature: noun.feature(10 + index, { key, description: key, tags: [key] }),
    })),
  },
  "feature.removed": {
    "from every environment": [
      written(1, closedGates, fullGates),
      written(2, null, fullGates),
      { kind: "feature.removed", feature: noun.feature(1) },
    ],
    "and created again": [
      { kind: "feature.removed", feature: noun.feature(1) },
      { kind: "feature.saved", feature: noun.feature(2, { key: "feature-1" }) },
    ],
    "while another remains": [
      { kind: "feature.saved", feature: secondFeature },
      {
        kind: "gates.written",
        environmentId: 1,
        feature: secondFeature,
        before: null,
        after: fullGates,
      },
      { kind: "feature.removed", feature: noun.feature(1) },
    ],
  },
  "gates.written": {
    "all open": [written(1, closedGates, fullGates)],
    "closed again": [written(1, closedGates, fullGates), written(1, fullGates, closedGates)],
    "as an override without open gates": [written(2, null, closedGates)],
    "as an override with open gates": [written(2, null, fullGates)],
    "one member added, one removed": [
      written(1, closedGates, { ...closedGates, actors: ["a", "b"], groups: ["g"] }),
      written(
        1,
        { ...closedGates, actors: ["a", "b"], groups: ["g"] },
        { ...closedGates, actors: ["b", "c"], groups: [] },
      ),
    ],
    "the same value as group and as actor": [
      written(1, closedGates, { ...closedGates, actors: ["same"], groups: ["same"] }),
    ],
    "the same gates": [written(1, closedGates, closedGates)],
  },
  "override.dropped": {
    "with its members": [
      written(2, null, fullGates),
      { kind: "override.dropped", environmentId: 2, feature: noun.feature(1) },
    ],
    "that does not exist": [
      { kind: "override.dropped", environmentId: 2, feature: noun.feature(1) },
    ],
    "and written again": [
      written(2, null, fullGates),
      { kind: "override.dropped", environmentId: 2, feature: noun.feature(1) },
      written(2, null, { ...closedGates, actors: ["a"] }),
    ],
  },
};
