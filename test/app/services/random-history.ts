import fc from "fast-check";
import type { GateChange } from "../../../src/core/evaluation/gate-change.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import { newestSequence, type ServiceFixture } from "./service-fixture.ts";

/** The time of `startServices`; a step takes a second. */
export const historyStartMs = 1_700_000_000_000;
export const historyKeys = ["a", "b/é", "__proto__"] as const;

const key = fc.constantFrom(...historyKeys);
const members = fc.subarray(["User;1", "User;2", "é🎉", "__proto__", '"', "z"]);
const expression = fc.constantFrom(
  parseExpression({ Equal: [{ Property: ["plan"] }, "pro"] }),
  parseExpression({ All: [true] }),
  ...historyKeys.map((name) => parseExpression({ FeatureEnabled: [name] })),
  parseExpression({ FeatureEnabled: [{ Property: ["name"] }] }),
  parseExpression({ GreaterThan: [{ Now: [] }, { Time: [historyStartMs / 1_000 + 5] }] }),
  parseExpression({ LessThan: [{ Random: [10] }, 5] }),
);
const percentage = fc.constantFrom(0, 25, 100);

const gates: fc.Arbitrary<Gates> = fc.oneof(
  fc.constant(closedGates),
  fc.record({
    boolean: fc.boolean(),
    expression: fc.option(expression),
    groups: members.map(sortedSet),
    actors: members.map(sortedSet),
    percentageOfActors: percentage,
    percentageOfTime: percentage,
  }),
);

const member = fc.constantFrom("User;1", "User;2", "é🎉");
const change: fc.Arbitrary<GateChange> = fc.oneof(
  fc.record({ action: fc.constantFrom("enable", "disable", "clear", "disable_expression") }),
  fc.record({ action: fc.constant("enable_expression"), value: expression }),
  fc.record({
    action: fc.constantFrom("enable_actor", "disable_actor", "enable_group", "disable_group"),
    value: member,
  }),
  fc.record({
    action: fc.constantFrom("percentage_of_actors", "percentage_of_time"),
    value: percentage,
  }),
);

type Step =
  | { readonly kind: "change"; readonly key: string; readonly change: GateChange }
  | {
      readonly kind: "members";
      readonly key: string;
      readonly add: string[];
      readonly remove: string[];
    }
  | { readonly kind: "create" | "remove" | "mirror" | "copy"; readonly key: string }
  | { readonly kind: "import"; readonly features: readonly (readonly [string, Gates])[] }
  | { readonly kind: "undo"; readonly pick: number; readonly scope: "record" | "step" }
  | { readonly kind: "roll back"; readonly pick: number; readonly key: string };

export interface HistoryStep {
  readonly isStaging: boolean;
  readonly step: Step;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant("change"), key, change }), weight: 8 },
  fc.record({ kind: fc.constant("members"), key, add: members, remove: members }),
  {
    arbitrary: fc.record({ kind: fc.constantFrom("create", "remove", "mirror", "copy"), key }),
    weight: 3,
  },
  fc.record({
    kind: fc.constant("import"),
    features: fc.uniqueArray(fc.tuple(key, gates), { selector: ([name]) => name, maxLength: 3 }),
  }),
  {
    arbitrary: fc.record({
      kind: fc.constant("undo"),
      pick: fc.nat(),
      scope: fc.constantFrom("record", "step"),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant("roll back"), pick: fc.nat(), key }), weight: 2 },
) as fc.Arbitrary<Step>;

export const historySteps = fc.array(fc.record({ isStaging: fc.boolean(), step }), {
  minLength: 1,
  maxLength: 14,
});

/** Does a step by the services. Rejects with what they refuse. */
export async function doStep(fixture: ServiceFixture, { isStaging, step: each }: HistoryStep) {
  const { services, production, staging } = fixture;
  const { features, history } = services;
  const caller: Caller = isStaging ? staging : production;
  switch (each.kind) {
    case "change":
      return features.change(caller, each.key, each.change, { allowsAnyGroup: true });
    case "members":
      return features.changeMembers(caller, each.key, { ...each, gate: "actors" });
    case "create":
      return features.create(caller, each.key);
    case "remove":
      return features.remove(caller, each.key, { typed: each.key });
    case "mirror":
      return features.mirror(caller, each.key);
    case "copy":
      return features.copyGates(caller, each.key, (isStaging ? production : staging).environment, {
        typed: each.key,
      });
    case "import":
      return features.import(caller, new Map(each.features));
    case "undo": {
      const sequence = (each.pick % Math.max(1, newestSequence(services, caller))) + 1;
      return history.rollback(caller, { kind: "before", sequence, scope: each.scope });
    }
    case "roll back": {
      const sequence = (each.pick % Math.max(1, newestSequence(services, caller))) + 1;
      return history.rollback(caller, { kind: "after", sequence, key: each.key });
    }
  }
}
