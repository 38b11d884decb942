import { type Static, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import {
  requestCommandsMax,
  requestTitleLengthMax,
  voteTextLengthMax,
} from "../../../core/model/change-request.ts";
import { linePattern, linesPattern } from "../../../core/text/text-patterns.ts";
import { Count, FeatureGates, TypedKey } from "./feature-models.ts";
import { gateChanges } from "./gate-change-models.ts";
import { latestFirst, nextOf } from "./page-models.ts";
import { Actor, ApprovalRule, PolicyRules, SentPolicyRules } from "./policy-models.ts";
import { Links, reasonOnly } from "./reason-models.ts";
import { planMembers } from "./rollout-plan-models.ts";
import {
  exactFields,
  Id,
  lineOf,
  listOf,
  nullable,
  oneOf,
  PlannedTime,
  surrogates,
  Time,
  textUpTo,
} from "./shared-models.ts";

const Key = { ...TypedKey, description: "The key of the feature." };
const keyed = <Kind extends TSchema, Members extends TProperties>({
  kind,
  ...members
}: Members & { readonly kind: Kind }) => Type.Object({ kind, key: Key, ...members }, exactFields);

/** One change that a request asks for. */
export const RequestCommand = Type.Union(
  [
    keyed({ kind: oneOf(["enable", "disable", "clear"]) }),
    keyed({ kind: oneOf(["mirror", "create", "remove"]) }),
    keyed({ kind: oneOf(["rollout"]), ...planMembers }),
    keyed({
      kind: oneOf(["resume"]),
      rolloutId: Id,
      step: Type.Integer({ minimum: -1, description: "The step from which the rollout goes on." }),
    }),
    keyed(gateChanges.members),
    keyed(gateChanges.percentage),
    keyed(gateChanges.expression),
    keyed(gateChanges.set),
    Type.Object(
      {
        kind: oneOf(["policy"]),
        rules: Type.Union([SentPolicyRules, Type.Null()]),
      },
      exactFields,
    ),
  ],
  { $id: "RequestCommand" },
);
export type RequestCommand = Static<typeof RequestCommand>;

export const Commands = listOf(RequestCommand, {
  minItems: 1,
  maxItems: requestCommandsMax,
  description: "The changes, in order.",
});

export const RequestApply = Type.Union(
  [
    Type.Object({ kind: oneOf(["author", "approved"]) }, exactFields),
    Type.Object({ kind: oneOf(["at"]), at: PlannedTime }, exactFields),
  ],
  {
    $id: "RequestApply",
    description:
      "When the approved request is applied: when its author says so, at once, or at a time.",
  },
);

const content = {
  title: {
    ...lineOf(requestTitleLengthMax * surrogates, linePattern),
    description: `One line of 1 to ${requestTitleLengthMax} characters.`,
  },
  ...reasonOnly,
  commands: Commands,
  apply: Type.Optional(RequestApply),
};

export const NewRequest = Type.Object(content, { ...exactFields, $id: "NewRequest" });

export const RequestEdit = Type.Partial(Type.Object(content), {
  ...exactFields,
  minProperties: 1,
  $id: "RequestEdit",
});

const states = [
  "waiting",
  "approved",
  "changes_asked",
  "drifted",
  "held",
  "applied",
  "withdrawn",
  "expired",
] as const;

const RuleStanding = Type.Object({
  environment: Type.String({ description: "The slug of the environment." }),
  rule: ApprovalRule,
  approvals: { ...Count, description: "How many approvals count for it now." },
});

const Vote = Type.Object({
  voter: Type.Object({
    type: oneOf(["User", "Token", "PersonalToken"]),
    id: Type.Union([Type.Integer(), Type.String()]),
    name: nullable(Type.String()),
  }),
  kind: oneOf(["approve", "ask"]),
  text: nullable(Type.String()),
  at: Time,
  counts: Type.Boolean({ description: "Whether it counts now: rights may have ended since." }),
});

const rowMembers = {
  id: Id,
  project: Type.String({ description: "The name of the project." }),
  environment: Type.String({ description: "The slug of the environment." }),
  environmentId: Id,
  title: Type.String(),
  reason: nullable(Type.String()),
  links: Links,
  state: {
    ...oneOf(states),
    description:
      "`waiting` for approvals, `approved`, `changes_asked` by an approver, `drifted`: the features have " +
      "changed since, `held`: its author has left; or how the request ended.",
  },
  revision: Type.Integer({ minimum: 1 }),
  hash: Type.String({
    description: "What an approval covers; a vote sends it. Empty for a drifted request.",
  }),
  author: Actor,
  apply: RequestApply,
  keys: listOf(Type.String(), { description: "The keys of the features, at most 100." }),
  commandCount: Count,
  rules: listOf(RuleStanding, { description: "Empty for a request that has ended." }),
  votes: listOf(Vote),
  openedAt: Time,
  expiresAt: Time,
  missedAt: Type.Union([Time, Type.Null()], {
    description: "When the time of `apply` passed without approval; null otherwise.",
  }),
  failure: Type.Union([Type.String(), Type.Null()], {
    description: "Why the server could not apply the request by itself; null otherwise.",
  }),
  endedAt: nullable(Time),
  endedBy: Type.Union([Actor, Type.Null()], { description: "Null for the server." }),
  firstAudit: nullable(Id),
  lastAudit: nullable(Id),
  can: Type.Object(
    {
      vote: Type.Boolean(),
      edit: Type.Boolean(),
      apply: Type.Boolean({ description: "Once it is approved." }),
      withdraw: Type.Boolean(),
      adopt: Type.Boolean(),
    },
    { description: "What the caller may do with the request now." },
  ),
};

export const RequestRow = Type.Object(rowMembers, { $id: "RequestRow" });
export type RequestRow = Static<typeof RequestRow>;

export const RequestList = Type.Object(
  { requests: listOf(RequestRow, { description: "Latest first." }), ...nextOf("before") },
  { $id: "RequestList" },
);

export const OpenRequests = Type.Object(
  { requests: listOf(RequestRow, { description: "Latest first; at most 1,000 an environment." }) },
  { $id: "OpenRequests" },
);

export const RequestListQuery = Type.Object(
  {
    state: Type.Optional({
      ...oneOf(["open", "ended", "all"]),
      description: "`open` unless sent.",
    }),
    ...latestFirst,
  },
  exactFields,
);

const Side = Type.Union(
  [
    Type.Object({
      own: oneOf(["own", "mirrored", "missing"]),
      gates: Type.Union([FeatureGates, Type.Null()], {
        description: "Null for a missing feature, and for gates that are too large to be shown.",
      }),
      sha256: Type.String({ description: "SHA-256 of the gates; empty for a missing feature." }),
    }),
    Type.Null(),
  ],
  { description: "Null if it is not known." },
);

export const RequestAnswer = Type.Object(
  {
    request: RequestRow,
    commands: listOf(Type.Unknown(), { description: "As in `RequestCommand`." }),
    features: listOf(
      Type.Object({
        environment: Type.String({ description: "The slug of the environment." }),
        key: Type.String(),
        base: { ...Side, description: "What the request is based on." },
        now: { ...Side, description: "What is in force now; null after the end." },
        proposed: {
          ...Side,
          description: "What the request would leave now; null after the end, and if it cannot.",
        },
      }),
      { description: "Every feature and environment that the request touches." },
    ),
    policy: Type.Union(
      [
        Type.Object({
          base: nullable(PolicyRules),
          now: nullable(PolicyRules),
          proposed: nullable(PolicyRules),
        }),
        Type.Null(),
      ],
      { description: "Null unless the request changes the policy." },
    ),
    blocks: listOf(Type.String(), {
      description:
        "Why the request cannot be applied now, as codes: `request_drifted`, `request_not_approved`, " +
        "`changes_asked`, `request_held`, `request_scheduled`, or a refusal of its changes.",
    }),
  },
  { $id: "RequestAnswer" },
);

export const RequestOutcome = Type.Object({ request: RequestRow }, { $id: "RequestOutcome" });

export const NewVote = Type.Object(
  {
    vote: { ...oneOf(["approve", "ask"]), description: "`ask` asks for changes, and blocks." },
    hash: { ...textUpTo(64, 64), description: "The `hash` of the request that was shown." },
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: voteTextLengthMax, pattern: linesPattern }),
    ),
  },
  { ...exactFields, $id: "NewVote" },
);

export const RequestPath = Type.Object({
  request: Type.String({ description: "The id of the request." }),
});

/** The answer of a change that became a request. */
export const RequestedChange = Type.Object({ request: RequestRow }, { $id: "RequestedChange" });
