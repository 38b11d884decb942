import { type Static, Type } from "@sinclair/typebox";
import { importModes } from "../../../app/commands/import-commands.ts";
import { GateDifference } from "./audit-models.ts";
import { reasonQuery } from "./reason-models.ts";
import { exactFields, listOf, oneOf, Written } from "./shared-models.ts";

const Count = Type.Integer({ minimum: 0 });

export const ImportResult = Type.Object(
  {
    created: Count,
    changed: Count,
    cleared: Count,
    removed: Count,
    unchanged: Count,
    retired: {
      ...Count,
      description: "Features that are left out because their keys are retired.",
    },
    retiredKeys: listOf(Type.String(), { description: "The first 200 of their keys." }),
    differences: listOf(GateDifference, { description: "The first 200." }),
    features: listOf(
      Type.Object({
        key: Type.String(),
        change: oneOf(["created", "changed", "cleared", "removed"]),
        actions: Type.Record(Type.String(), Count, {
          description: "How many audits of each action there are.",
        }),
      }),
      { description: "The first 1,000 that change." },
    ),
    ...Written.properties,
  },
  { $id: "ImportResult" },
);
export type ImportResult = Static<typeof ImportResult>;

export const ImportQuery = Type.Object(
  {
    preview: Type.Optional(
      Type.Union([Type.Literal("1"), Type.Literal("0")], {
        description:
          "`1` changes nothing, and shows what the import would change; `0` unless sent.",
      }),
    ),
    mode: Type.Optional({
      ...oneOf(importModes),
      description:
        "`replace` makes all features equal to the export; `merge` leaves features that the export lacks. " +
        "`replace` unless sent.",
    }),
    typed: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description:
          "A page's import into Production needs it: the number of features that are deleted, or the " +
          "environment's name if none is.",
      }),
    ),
    ...reasonQuery,
  },
  exactFields,
);
