import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import type { Change } from "../../../src/core/model/change.ts";
import type { Draft } from "../../../src/core/model/draft.ts";
import type { State } from "../../../src/core/model/state.ts";
import { samplePolicy, sampleRules } from "../../contract/governance-examples.ts";
import { environment, feature } from "../../contract/sample-entities.ts";

const open: Gates = { ...closedGates, boolean: true };
const known = feature(500, { key: "known" });
const staging = environment(700, { slug: "protected", name: "Protected" });

/** Protects Production and another environment, and creates a feature with gates in both. */
export function protectedStart(draft: Draft): void {
  draft.record({ kind: "environment.created", environment: staging });
  draft.record({ kind: "feature.saved", feature: known });
  for (const environmentId of [1, staging.id]) {
    draft.record(written(environmentId, null, closedGates));
    draft.record({ kind: "policy.saved", policy: samplePolicy(environmentId) });
  }
}

/** Changes that each need a permit, by name. */
export function changesNeedingPermit(state: State): Readonly<Record<string, readonly Change[]>> {
  const created = feature(state.lastIds.feature + 1, { key: "created" });
  return {
    "own gates": [written(staging.id, closedGates, open)],
    "gates of Production": [written(1, closedGates, open)],
    "the same gates": [written(1, closedGates, { ...closedGates })],
    "a new feature with gates": [
      { kind: "feature.saved", feature: created },
      {
        ...{ kind: "gates.written", environmentId: 1, feature: created },
        ...{ before: null, after: open },
      },
    ],
    "own gates dropped": [{ kind: "override.dropped", environmentId: staging.id, feature: known }],
    "a feature removed": [{ kind: "feature.removed", feature: known }],
    "an environment deleted": [{ kind: "environment.deleted", environmentId: staging.id }],
    "a weaker policy": [
      { kind: "policy.saved", policy: samplePolicy(1, { rules: { ...sampleRules, rules: [] } }) },
    ],
    "a policy removed": [{ kind: "policy.removed", environmentId: 1 }],
  };
}

function written(environmentId: number, before: Gates | null, after: Gates): Change {
  return { kind: "gates.written", environmentId, feature: known, before, after };
}
