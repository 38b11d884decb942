import { type Static, Type } from "@sinclair/typebox";
import { FeatureStates } from "../api-client/feature-answers.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { orNull, Timestamp } from "./json-schemas.ts";

/*
 * The output of commands with --json about features (docs/cli.md#json). The descriptions appear in
 * docs/cli.md.
 */

const Person = Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() });

/** A feature without its gates. */
export const FeatureDetails = Type.Object({
  key: Type.String(),
  state: FeatureStates,
  description: orNull(Type.String()),
  longevity: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  owner: orNull(Person),
  creator: orNull(Person),
  created_at: Timestamp,
  changed_at: orNull(Timestamp),
  overridden: Type.Boolean({ description: "Whether this environment has its own gates." }),
  stale: Type.Boolean({
    description: "Whether the feature looks finished, so that it can be removed.",
  }),
});
export type FeatureDetails = Immutable<Static<typeof FeatureDetails>>;

export const ImportPreviewAnswer = Type.Object({
  created: Type.Integer(),
  changed: Type.Integer(),
  cleared: Type.Integer({ description: "Cleared, because the import lacks them." }),
  removed: Type.Integer({
    description: "Deleted from the project, because the import lacks them.",
  }),
  unchanged: Type.Integer(),
  retired: Type.Integer({ description: "Left out, because their keys are retired." }),
  /** The first 1,000 features that would change, each with its number of changes by action. */
  features: Type.Array(
    Type.Object({
      key: Type.String(),
      change: Type.String(),
      actions: Type.Record(Type.String(), Type.Integer()),
    }),
  ),
});
export type ImportPreviewAnswer = Immutable<Static<typeof ImportPreviewAnswer>>;
