import { type Static, Type } from "@sinclair/typebox";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { auditActions } from "../../../core/model/audit.ts";
import { answeredReason, changeMember } from "./reason-models.ts";
import {
  EnvironmentPath,
  exactFields,
  listOf,
  nullable,
  oneOf,
  surrogates,
  Time,
  textUpTo,
} from "./shared-models.ts";

const Action = oneOf(auditActions);
const Count = Type.Integer({ minimum: 0 });

export const AuditRow = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: "Unique in its environment." }),
    step: Type.Integer({
      minimum: 1,
      description:
        "Audits of one command, such as an import, share it. An undo covers all of them.",
    }),
    at: Time,
    action: Action,
    featureKey: Type.String(),
    value: nullable(Type.String()),
    actor: Type.Object({
      type: oneOf(["Token", "User"]),
      id: Type.String(),
      name: Type.Union([Type.String(), Type.Null()], {
        description: "The name of the person or the token; null if it was deleted.",
      }),
    }),
    before: Type.Union([Type.String(), Type.Null()], {
      description: "The earlier value, in the same form; null if it is unknown or was not set.",
    }),
    removed: Type.Union([Type.Object({ actors: Count, groups: Count }), Type.Null()], {
      description: "The members that `enable`, `disable` or `clear` removed.",
    }),
    cannotUndo: nullable(oneOf(["no_record", "too_large"])),
    isOfGates: Type.Boolean({
      description:
        "Whether the change was only one of gates, which `gate` can undo: it created or deleted neither " +
        "the feature nor its own gates in this environment.",
    }),
    undoes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: "The id of the audit that this undo undid; null for other changes.",
    }),
    ...answeredReason,
  },
  { $id: "AuditRow" },
);
export type AuditRow = Static<typeof AuditRow>;

const FeatureFate = Type.Union(
  [oneOf(["created", "removed", "mirrored", "overridden"]), Type.Null()],
  { description: "What happens to the feature, or to its gates in this environment." },
);

export const UndoEffect = Type.Object(
  {
    feature: FeatureFate,
    changes: listOf(
      Type.Object({
        action: Action,
        before: Type.Union([Type.String(), Type.Null()], {
          description: "The percentage before the undo.",
        }),
        count: Type.Integer({ description: "How many members, if the gate has members." }),
      }),
    ),
  },
  { $id: "UndoEffect" },
);
export type UndoEffect = Static<typeof UndoEffect>;

/** All audits of one command: usually one, but thousands for an import. */
export const StepRow = Type.Object(
  {
    /** The latest audit; undoing it undoes the whole step. */
    newest: AuditRow,
    oldest: AuditRow,
    count: Type.Integer({ minimum: 1 }),
    undone: Type.Union([UndoEffect, Type.Null()], {
      description: "What the undo of one feature did; null for other steps, and if it is unknown.",
    }),
  },
  { $id: "StepRow" },
);
export type StepRow = Static<typeof StepRow>;

/** The changes in the gates of one feature. */
export const GateDifference = Type.Object(
  {
    key: Type.String(),
    changes: listOf(
      Type.Object({
        action: Action,
        value: Type.Union([Type.String(), Type.Null()], {
          description:
            "Null without a value, and for more than 1,000 characters; for members the first.",
        }),
        before: nullable(Type.String()),
        count: Type.Integer({ description: "How many members, if there is more than one." }),
        values: Type.Optional(
          listOf(Type.String(), { description: "The first of the members, if there are members." }),
        ),
      }),
    ),
    feature: FeatureFate,
  },
  { $id: "GateDifference" },
);
export type GateDifference = Static<typeof GateDifference>;

export const UndoPreview = Type.Object(
  {
    differences: listOf(GateDifference, { description: "The first 200." }),
    featureCount: Type.Integer({ description: "All features that change." }),
    laterCount: Type.Integer({
      description: "How many later changes of the same features are undone too.",
    }),
    stayCount: Type.Integer({
      description: "With `gate`: how many later changes of the feature stay.",
    }),
    changedAgainCount: Type.Integer({
      description:
        "With `gate`: how many of the change's actors and groups were changed again later, and stay " +
        "as they are.",
    }),
    mustType: Type.Boolean({
      description:
        "Whether the undo needs `typed`: `featureCount`, or the key of the feature if only one changes.",
    }),
    tag: Type.String({ description: "To be sent with the undo." }),
  },
  { $id: "UndoPreview" },
);
export type UndoPreview = Static<typeof UndoPreview>;

const next = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
  description: "The value of `before` for the next page; null at the end.",
});
const eventsMax = Type.Union([Count, Type.Null()], {
  description: "How many of the latest audits the plan shows; null for all.",
});

export const AuditPage = Type.Object(
  { audits: listOf(AuditRow), next, eventsMax },
  { $id: "AuditPage" },
);
export const StepPage = Type.Object(
  { steps: listOf(StepRow), next, eventsMax },
  { $id: "StepPage" },
);
export const AuditsOfStep = Type.Object(
  { audits: listOf(AuditRow), next },
  { $id: "AuditsOfStep" },
);
export const AuditAuthors = Type.Object(
  {
    actors: listOf(
      Type.Object({
        id: Type.String({ description: "Such as `User:1` or `Token:2`." }),
        name: Type.String(),
      }),
    ),
  },
  { $id: "AuditAuthors" },
);

const keyLengthMax = featureKeyLengthMax * surrogates;
const searchedLengthMax = 200;
const timeMax = 8_640_000_000_000_000;
const before = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: "The `next` of the page before.",
  }),
);

export const AuditFilter = Type.Object(
  {
    key: Type.Optional(
      Type.String({ maxLength: keyLengthMax, description: "The key of the feature." }),
    ),
    action: Type.Optional(Type.String({ maxLength: 100, description: "One of the actions." })),
    actor: Type.Optional(
      Type.String({
        pattern: "^(?:User|Token):\\d{1,16}$",
        description: "The author, such as `User:1` or `Token:2`.",
      }),
    ),
    text: Type.Optional({
      ...textUpTo(searchedLengthMax * surrogates, 1),
      description:
        "A part of the feature's key, the value, the reason or the author's name, in any letter " +
        "case. One request searches a limited number of audits, so a page may be short or empty: `next` continues.",
    }),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: timeMax,
        description: "The time of the first audits, in milliseconds since 1970-01-01T00:00:00Z.",
      }),
    ),
    to: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: timeMax,
        description: "The time of the last audits, in milliseconds since 1970-01-01T00:00:00Z.",
      }),
    ),
    before,
  },
  exactFields,
);
export type AuditFilter = Static<typeof AuditFilter>;

/** The maximum number of audits in a page. */
export const auditsMax = 250;

export const AuditQuery = Type.Object(
  {
    ...AuditFilter.properties,
    keys: Type.Optional(
      Type.String({
        maxLength: 64 * 1024,
        description: "The keys of at most 100 features, as a JSON list; instead of `key`.",
      }),
    ),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "Only audits after the one with this id, oldest first. `next` is then the `after` of the " +
          "next request, and never null.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: auditsMax,
        description: "How many audits to list at most; 50 unless sent.",
      }),
    ),
  },
  exactFields,
);
export type AuditQuery = Static<typeof AuditQuery>;

export const StepQuery = Type.Object(
  {
    key: Type.Optional(
      Type.String({ maxLength: keyLengthMax, description: "The key of the feature." }),
    ),
    before,
  },
  exactFields,
);

export const AuditPath = Type.Object({
  ...EnvironmentPath.properties,
  audit: Type.String({ description: "The id of the audit." }),
});

export const UndoTo = oneOf(["before", "after", "gate"]);

const membersMax = 10_000;

export const UndoDirection = Type.Object(
  {
    to: UndoTo,
    members: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: membersMax,
        description: "How many members of each gate to list at most; 3 unless sent.",
      }),
    ),
  },
  { ...exactFields, $id: "UndoDirection" },
);
export const UndoRequest = Type.Object(
  {
    to: UndoTo,
    tag: textUpTo(100),
    typed: Type.Optional(textUpTo(keyLengthMax)),
    ...changeMember,
  },
  { ...exactFields, $id: "UndoRequest" },
);
