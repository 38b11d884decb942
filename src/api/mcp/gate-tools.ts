import { type Static, type TObject, Type } from "@sinclair/typebox";
import { ActorText } from "../admin/contract/gate-models.ts";
import { exactFields, listOf, oneOf } from "../admin/contract/shared-models.ts";
import { expressionOfConditions, translatedExpression } from "./expression-form.ts";
import {
  confirmArgument,
  type GateWrites,
  planGateChanges,
  writeArguments,
} from "./planned-change.ts";
import { nameArgument, placeArguments, placeIn, type Tool, ToolRefusal, tool } from "./tool.ts";

/** The arguments of every tool that changes gates. */
const gateArguments = {
  ...nameArgument,
  ...confirmArgument,
  ...writeArguments,
  ...placeArguments,
};

const Plain = Type.Object(gateArguments, exactFields);
const OfActor = Type.Object(
  {
    ...gateArguments,
    actor: { ...ActorText, description: "The id of the actor, such as User;42." },
  },
  exactFields,
);
const OfGroup = Type.Object(
  {
    ...gateArguments,
    group: Type.String({ minLength: 1, maxLength: 1_000, description: "The name of the group." }),
  },
  exactFields,
);
const OfPercentage = Type.Object(
  {
    ...gateArguments,
    percentage: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: "A whole number of percent.",
    }),
  },
  exactFields,
);

const conditionsMax = 100;
const listedMax = 1_000;
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const OfExpression = Type.Object(
  {
    ...gateArguments,
    conditions: Type.Optional(
      listOf(
        Type.Object(
          {
            property: Type.String({ description: "The property of the actor, such as plan." }),
            operator: Type.String({
              description:
                "eq, neq, gt, gte, lt, lte, in or nin. The value of in and nin is a list.",
            }),
            value: Type.Union([Scalar, Type.Array(Scalar, { maxItems: listedMax })]),
          },
          exactFields,
        ),
        { minItems: 1, maxItems: conditionsMax, description: "Conditions on properties." },
      ),
    ),
    logic: Type.Optional({
      ...oneOf(["and", "or"]),
      description: "Whether all conditions must match (and, the default) or one of them (or).",
    }),
    expression: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'An expression instead of conditions, such as {"Equal": [{"Property": "plan"}, "pro"]}; ' +
            'also in the form {"type": "and", "operands": [...]} of flipper-mcp.',
        },
      ),
    ),
  },
  exactFields,
);

/** Always at the end of the description of a tool that changes gates. */
const plans = "The answer has the gates before and after.";

/** A tool that makes the change that `wantedBy` returns. */
function gateTool<Input extends TObject>(
  described: Pick<Tool, "name" | "title" | "description">,
  input: Input,
  wantedBy: (given: Static<Input>) => WantedChange,
): Tool {
  return tool({
    ...described,
    description: `${described.description} ${plans}`,
    kind: "change",
    input,
    run: (sent, context) => {
      const { given, change } = wantedBy(sent);
      return planGateChanges(context, placeIn(context, given), {
        ...given,
        key: given.name,
        changes: [change],
      });
    },
  });
}

interface WantedChange {
  readonly given: Static<typeof Plain>;
  readonly change: GateWrites[number];
}

const toEnable = (
  given: WantedChange["given"],
  gate: GateWrites[number]["gate"],
  value?: unknown,
) => wanted(given, { gate, action: "enable", ...(value === undefined ? {} : { value }) });
const toDisable = (
  given: WantedChange["given"],
  gate: GateWrites[number]["gate"],
  value?: unknown,
) => wanted(given, { gate, action: "disable", ...(value === undefined ? {} : { value }) });

function wanted(given: WantedChange["given"], change: WantedChange["change"]): WantedChange {
  return { given, change };
}

export const gateTools: readonly Tool[] = [
  gateTool(
    {
      name: "enable_feature",
      title: "Enable a feature for everyone",
      description: "Enables a feature for everyone in an environment.",
    },
    Plain,
    (given) => toEnable(given, "boolean"),
  ),
  gateTool(
    {
      name: "disable_feature",
      title: "Disable a feature for everyone",
      description: "Disables a feature for everyone in an environment, and clears all its gates.",
    },
    Plain,
    (given) => toDisable(given, "boolean"),
  ),
  gateTool(
    {
      name: "enable_actor",
      title: "Enable a feature for an actor",
      description: "Enables a feature for one actor, such as a user or an account.",
    },
    OfActor,
    (given) => toEnable(given, "actors", given.actor),
  ),
  gateTool(
    {
      name: "disable_actor",
      title: "Remove an actor",
      description:
        "Removes an actor from a feature. Other gates may still enable it for the actor.",
    },
    OfActor,
    (given) => toDisable(given, "actors", given.actor),
  ),
  gateTool(
    {
      name: "enable_group",
      title: "Enable a feature for a group",
      description: "Enables a feature for a group of actors.",
    },
    OfGroup,
    (given) => toEnable(given, "groups", given.group),
  ),
  gateTool(
    {
      name: "disable_group",
      title: "Remove a group",
      description: "Removes a group from a feature.",
    },
    OfGroup,
    (given) => toDisable(given, "groups", given.group),
  ),
  gateTool(
    {
      name: "enable_percentage_of_actors",
      title: "Set the percentage of actors",
      description: "Enables a feature for a percentage of the actors; each actor keeps its result.",
    },
    OfPercentage,
    (given) => toEnable(given, "percentage_of_actors", given.percentage),
  ),
  gateTool(
    {
      name: "disable_percentage_of_actors",
      title: "Remove the percentage of actors",
      description: "Sets the percentage of actors of a feature to 0.",
    },
    Plain,
    (given) => toDisable(given, "percentage_of_actors"),
  ),
  gateTool(
    {
      name: "enable_expression",
      title: "Enable a feature by properties",
      description:
        "Enables a feature for actors whose properties match, such as plan or country. It replaces the expression of the feature. Give conditions or expression.",
    },
    OfExpression,
    (given) => toEnable(given, "expression", expressionIn(given)),
  ),
  gateTool(
    {
      name: "disable_expression",
      title: "Remove the expression",
      description: "Removes the expression of a feature.",
    },
    Plain,
    (given) => toDisable(given, "expression"),
  ),
];

function expressionIn({ conditions, logic, expression }: Static<typeof OfExpression>) {
  if (expression !== undefined && conditions === undefined) {
    return translatedExpression(expression);
  }
  if (conditions === undefined || expression !== undefined) {
    throw new ToolRefusal("give either conditions or expression");
  }
  return expressionOfConditions(conditions, logic ?? "and");
}
