import { Type } from "@sinclair/typebox";
import { changedMembersMax } from "../../../app/commands/member-changes.ts";
import { FeatureGates, Percent } from "./feature-models.ts";
import { exactFields, listOf, oneOf, surrogates, textUpTo } from "./shared-models.ts";

const Members = listOf(textUpTo(1_024 * surrogates, 1), { maxItems: changedMembersMax });
const Gates = { ...FeatureGates, ...exactFields, $id: "WholeGates" };

/** The members of changes of gates, without the key of the feature. */
export const gateChanges = {
  members: { kind: oneOf(["actors", "groups"]), add: Members, remove: Members },
  percentage: { kind: oneOf(["percentage_of_actors", "percentage_of_time"]), value: Percent },
  expression: {
    kind: oneOf(["expression"]),
    value: Type.Unknown({ description: "The expression; null removes it." }),
  },
  set: { kind: oneOf(["set"]), gates: Gates },
};
