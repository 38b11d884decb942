import { Type } from "@sinclair/typebox";
import { exactFields, listOf, oneOf } from "../admin/contract/shared-models.ts";
import { translatedExpression } from "./expression-form.ts";
import { type GateWrites, previewOf } from "./planned-change.ts";
import { nameArgument, placeArguments, placeIn, ToolRefusal, tool } from "./tool.ts";

const changesMax = 100;
const featuresMax = 20;

const Change = Type.Object(
  {
    ...nameArgument,
    gate: oneOf([
      "boolean",
      "expression",
      "groups",
      "actors",
      "percentage_of_actors",
      "percentage_of_time",
    ]),
    action: oneOf(["enable", "disable"]),
    value: Type.Optional(
      Type.Unknown({
        description: "An actor, a group, a percentage or an expression, where the gate takes one.",
      }),
    ),
  },
  exactFields,
);

/** What several changes would do. */
export const planTool = tool({
  name: "plan",
  title: "Plan changes",
  description:
    "Previews a list of changes of one or several features, and changes nothing: the gates before and " +
    "after, and how many actors notice. Changes of the same feature are previewed together, in order.",
  kind: "read",
  input: Type.Object(
    { changes: listOf(Change, { minItems: 1, maxItems: changesMax }), ...placeArguments },
    exactFields,
  ),
  async run(given, context) {
    const byFeature = Map.groupBy(given.changes, ({ name }) => name);
    if (byFeature.size > featuresMax) {
      throw new ToolRefusal(
        `the changes are of ${byFeature.size} features; plan at most ${featuresMax} at a time`,
      );
    }
    const place = placeIn(context, given);
    const plans: unknown[] = [];
    for (const [key, ofFeature] of byFeature) {
      const changes: GateWrites = ofFeature.map(({ gate, action, value }) => ({
        gate,
        action,
        ...(value === undefined
          ? {}
          : { value: gate === "expression" ? translatedExpression(value) : value }),
      }));
      plans.push((await previewOf(context, place, key, changes)).plan);
    }
    return {
      content: { applied: false, next: "Nothing was changed: this tool only plans." },
      list: { name: "plans", rows: plans, rest: "plan fewer features at a time" },
    };
  },
});
