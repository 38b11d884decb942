import { type Static, Type } from "@sinclair/typebox";
import { importModes } from "../../../app/commands/import-commands.ts";
import { peerNames } from "../../../app/imports/read-peer-import.ts";
import { GateDifference } from "./audit-models.ts";
import { reasonQuery } from "./reason-models.ts";
import { exactFields, listOf, oneOf, Written } from "./shared-models.ts";

const Count = Type.Integer({ minimum: 0 });

const PeerReport = Type.Object(
  {
    system: Type.String({ description: "The system of the file, such as `Unleash`." }),
    format: Type.String({ description: "The form of the file, such as `export, version 5`." }),
    notes: listOf(Type.String(), { description: "What concerns the whole file." }),
    exact: Count,
    share: Count,
    narrower: Count,
    dropped: Count,
    written: { ...Count, description: "How many features get the gates of the import." },
    features: listOf(
      Type.Object({
        key: Type.String(),
        peerKey: Type.String({ description: "The key in the other system." }),
        class: {
          ...oneOf(["exact", "share", "narrower", "dropped"]),
          description:
            "`exact`: the same results. `share`: the same percentage, of other actors. `narrower`: enabled " +
            "for fewer. `dropped`: not imported.",
        },
        outcome: {
          ...oneOf(["written", "kept", "left_out", "retired", "dropped"]),
          description:
            "`kept`: it exists with other gates, and `overwrite` is not sent. `left_out`: it refers to a " +
            "feature that does not get the gates of the import. `retired`: its key is retired.",
        },
        reasons: listOf(Type.String(), { description: "Why it is not exact." }),
        notes: listOf(Type.String()),
      }),
      { description: "The first 1,000 features of the file." },
    ),
  },
  { $id: "PeerReport" },
);
export type PeerReport = Static<typeof PeerReport>;

export const ImportResult = Type.Object(
  {
    peer: Type.Optional({
      ...PeerReport,
      description: "How much of each feature of another system is kept; with `from` only.",
    }),
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
    from: Type.Optional({
      ...oneOf(["auto", ...peerNames]),
      description:
        "The system that wrote the file, which may be JSON or YAML; `auto` recognizes it. Other systems than " +
        "`flipper` always merge. Without it, the body is an export of Flipper or Gatehouse.",
    }),
    overwrite: Type.Optional({
      ...oneOf(["1", "0"]),
      description: "`1` gives existing features the gates of another system; `0` unless sent.",
    }),
    peer_environment: Type.Optional(
      Type.String({
        maxLength: 255,
        description: "The environment in the file; needed if it has more than one.",
      }),
    ),
    actor_id: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: "How ids become ids of actors, such as `User;{id}`; `{id}` unless sent.",
      }),
    ),
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
