import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { FeatureStates } from "./feature-answers.ts";
import type { Immutable } from "./immutable.ts";

/*
 * The answers of Gatehouse's own routes (docs/api.md#own-routes), as this client reads them. The
 * descriptions stand in docs/cli.md.
 */

function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

const Time = Type.String({ description: "a time in UTC, such as 2026-01-31T23:59:59.000Z" });

const Person = Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() });

/** What is known of a feature beside its gates. */
export const FeatureDetails = Type.Object({
  key: Type.String(),
  state: FeatureStates,
  description: orNull(Type.String()),
  longevity: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  owner: orNull(Person),
  creator: orNull(Person),
  created_at: Time,
  changed_at: orNull(Time),
  overridden: Type.Boolean({ description: "Whether this environment has gates of its own." }),
  stale: Type.Boolean({
    description: "Whether the feature looks finished, so that it can be removed.",
  }),
});
export type FeatureDetails = Immutable<Static<typeof FeatureDetails>>;

const StatusEnvironment = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  kind: Type.String(),
});

export const StatusAnswer = Type.Object({
  version: Type.String(),
  mode: Type.Union([Type.Literal("hosted"), Type.Literal("mountable")]),
  serving: Type.Boolean({ description: "False if no server runs on the data directory." }),
  ready: orNull(Type.Boolean(), "What /readyz says; null without a server."),
  problems: Type.Array(Type.String(), { description: "Why the server is not ready." }),
  project: Type.String(),
  environment: StatusEnvironment,
  access: Type.String(),
  revision: Type.Integer(),
  features: Type.Integer(),
  databases: Type.Array(Type.Object({ file: Type.String(), bytes: Type.Integer() })),
  memory_bytes: orNull(Type.Integer(), "The memory of the server; null without one."),
  tokens: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      environment: Type.String(),
      access: Type.String(),
      last_used_at: orNull(Time, "Null if it was never used."),
    }),
  ),
  environments: Type.Array(
    Type.Object({
      ...StatusEnvironment.properties,
      overrides: Type.Integer({ description: "How many features do not follow Production." }),
    }),
  ),
});
export type StatusAnswer = Immutable<Static<typeof StatusAnswer>>;

/** An audit with its id; null for one of a server whose audits have none. */
export const AuditAnswer = Type.Object({
  id: orNull(Type.Integer(), "Null if the server does not report ids."),
  action: Type.String(),
  actor: Type.Object({ type: Type.String(), id: Type.String() }),
  target: Type.Object({ type: Type.String(), key: Type.String() }),
  value: orNull(Type.String(), "Such as an actor or a percentage; null if the action has none."),
  created_at: Time,
});
export type AuditAnswer = Immutable<Static<typeof AuditAnswer>>;

const AuditLimits = Type.Object({
  limited: Type.Boolean(),
  max_events: Type.Optional(Type.Integer()),
});

export const AuditPageAnswer = Type.Object({
  audits: Type.Array(Type.Object({ ...AuditAnswer.properties, id: Type.Integer() })),
  next: orNull(Type.Integer()),
  limits: AuditLimits,
});
export type AuditPageAnswer = Immutable<Static<typeof AuditPageAnswer>>;

const { id: _, ...publicAudit } = AuditAnswer.properties;
/** A page of the public route GET /audits. */
export const PublicAuditPageAnswer = Type.Object({
  audits: Type.Array(Type.Object(publicAudit)),
  pagination: Type.Object({ next: orNull(Type.Integer()) }),
  limits: AuditLimits,
});

export const RollbackAnswer = Type.Object({
  key: Type.String(),
  feature: orNull(Type.String(), "What happens to the feature itself; null if it stays."),
  changes: Type.Array(Type.Object({ action: Type.String(), value: orNull(Type.String()) }), {
    description: "The first 100.",
  }),
  change_count: Type.Integer(),
  later_count: Type.Integer({ description: "How many later changes are taken back." }),
  tag: Type.String(),
  done: Type.Boolean(),
});
export type RollbackAnswer = Immutable<Static<typeof RollbackAnswer>>;

export const UnknownKeyList = Type.Object({
  days: Type.Integer({ description: "In how many days they were evaluated." }),
  keys: Type.Array(
    Type.Object({
      key: Type.String(),
      enabled: Type.Integer(),
      disabled: Type.Integer(),
      last_at: Time,
    }),
  ),
});
export type UnknownKeyList = Immutable<Static<typeof UnknownKeyList>>;

export const ImportPreviewAnswer = Type.Object({
  created: Type.Integer(),
  changed: Type.Integer(),
  cleared: Type.Integer({ description: "Closed, because the import lacks them." }),
  removed: Type.Integer({
    description: "Deleted from the project, because the import lacks them.",
  }),
  unchanged: Type.Integer(),
  /** The first 1,000 that would change, each with the number of changes by their action. */
  features: Type.Array(
    Type.Object({
      key: Type.String(),
      change: Type.String(),
      actions: Type.Record(Type.String(), Type.Integer()),
    }),
  ),
});
export type ImportPreviewAnswer = Immutable<Static<typeof ImportPreviewAnswer>>;
