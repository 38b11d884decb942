import { Type } from "@sinclair/typebox";

const exact = { additionalProperties: false } as const;
const changesMax = 1_000;

/** The body of POST gatehouse/changes (docs/api.md#several-changes). */
export const ChangesRequestModel = Type.Object(
  {
    key: Type.String({ description: "The feature; a missing one is created." }),
    changes: Type.Array(
      Type.Object(
        {
          gate: Type.Union(
            (
              [
                "boolean",
                "actors",
                "groups",
                "percentage_of_actors",
                "percentage_of_time",
                "expression",
              ] as const
            ).map((gate) => Type.Literal(gate)),
          ),
          action: Type.Union([Type.Literal("enable"), Type.Literal("disable")]),
          value: Type.Optional(
            Type.Unknown({
              description:
                "An actor, a group, a percentage or an expression. Only where the route of the " +
                "gate takes one.",
            }),
          ),
        },
        { ...exact, $id: "GateWrite" },
      ),
      { minItems: 1, maxItems: changesMax },
    ),
    allow_unregistered_groups: Type.Optional(
      Type.Boolean({ description: "As for the route of the gate `groups`." }),
    ),
  },
  { ...exact, $id: "ChangesRequest" },
);
