import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { FeatureStates } from "./feature-answers.ts";
import type { Immutable } from "./immutable.ts";

/* The answers of Gatehouse's own routes (docs/api.md#own-routes), as this client reads them. */

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

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
  created_at: Type.String(),
  changed_at: orNull(Type.String()),
  /** Whether this environment has gates of its own. */
  overridden: Type.Boolean(),
  /** Whether the feature looks finished, so that it can be removed. */
  stale: Type.Boolean(),
});
export type FeatureDetails = Immutable<Static<typeof FeatureDetails>>;

export const FeatureDetailsList = Type.Object({ features: Type.Array(FeatureDetails) });

const StatusEnvironment = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  kind: Type.String(),
});

export const StatusAnswer = Type.Object({
  version: Type.String(),
  mode: Type.Union([Type.Literal("hosted"), Type.Literal("mountable")]),
  /** False if no server runs on the data directory. */
  serving: Type.Boolean(),
  ready: orNull(Type.Boolean()),
  problems: Type.Array(Type.String()),
  project: Type.String(),
  environment: StatusEnvironment,
  access: Type.String(),
  revision: Type.Integer(),
  features: Type.Integer(),
  databases: Type.Array(Type.Object({ file: Type.String(), bytes: Type.Integer() })),
  memory_bytes: orNull(Type.Integer()),
  tokens: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      environment: Type.String(),
      access: Type.String(),
      last_used_at: orNull(Type.String()),
    }),
  ),
  environments: Type.Array(
    Type.Object({ ...StatusEnvironment.properties, overrides: Type.Integer() }),
  ),
});
export type StatusAnswer = Immutable<Static<typeof StatusAnswer>>;

/** An audit with its id; null for one of a server whose audits have none. */
export const AuditAnswer = Type.Object({
  id: orNull(Type.Integer()),
  action: Type.String(),
  actor: Type.Object({ type: Type.String(), id: Type.String() }),
  target: Type.Object({ type: Type.String(), key: Type.String() }),
  value: orNull(Type.String()),
  created_at: Type.String(),
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
  /** What happens to the feature itself; null if it stays. */
  feature: orNull(Type.String()),
  /** The first of them. */
  changes: Type.Array(Type.Object({ action: Type.String(), value: orNull(Type.String()) })),
  change_count: Type.Integer(),
  later_count: Type.Integer(),
  tag: Type.String(),
  done: Type.Boolean(),
});
export type RollbackAnswer = Immutable<Static<typeof RollbackAnswer>>;

export const UnknownKeyList = Type.Object({
  /** In how many days they were evaluated. */
  days: Type.Integer(),
  keys: Type.Array(
    Type.Object({
      key: Type.String(),
      enabled: Type.Integer(),
      disabled: Type.Integer(),
      last_at: Type.String(),
    }),
  ),
});
export type UnknownKeyList = Immutable<Static<typeof UnknownKeyList>>;

export const ImportPreviewAnswer = Type.Object({
  created: Type.Integer(),
  changed: Type.Integer(),
  /** Closed, because the import lacks them. */
  cleared: Type.Integer(),
  /** Deleted from the project, because the import lacks them. */
  removed: Type.Integer(),
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
