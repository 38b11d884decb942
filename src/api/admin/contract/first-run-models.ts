import { type Static, Type } from "@sinclair/typebox";
import { refusedKinds } from "../../common/clients/refused-attempts.ts";
import { Count } from "./feature-models.ts";
import { Id, listOf, nullable, oneOf, Time } from "./shared-models.ts";

const ClientRequest = Type.Object(
  {
    environment: Type.String({ description: "The slug of the environment." }),
    at: Time,
    key: Type.Union([Type.String(), Type.Null()], {
      description: "The feature of a check of one feature; null otherwise.",
    }),
    client: Type.Union(
      [Type.Object({ name: Type.String(), version: nullable(Type.String()) }), Type.Null()],
      { description: "By the header `User-Agent`; null without it." },
    ),
  },
  { $id: "ClientRequest" },
);
export type ClientRequest = Static<typeof ClientRequest>;

const environmentTime = (description: string) => Type.Union([Time, Type.Null()], { description });

const RefusedAttempt = Type.Object(
  {
    kind: { ...oneOf(refusedKinds), description: "`none`: the request had no token." },
    at: { ...Time, description: "When the latest of these requests arrived." },
    count: Type.Integer({ minimum: 1 }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: "The address of the client, as in the log; null for callers below admin.",
    }),
    token: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()], {
      description: "The token that expired or was revoked.",
    }),
    ending: Type.Union([Type.String(), Type.Null()], {
      description: "The last four characters of that token.",
    }),
  },
  { $id: "RefusedAttempt" },
);

export const FirstRun = Type.Object(
  {
    since: Type.Union([Time, Type.Null()], {
      description: "Since when this server has remembered requests; null if it remembers none.",
    }),
    firstRequest: Type.Union([ClientRequest, Type.Null()], {
      description: "The first check, read of all features or submission since then.",
    }),
    latestCheck: nullable(ClientRequest),
    latestRead: Type.Union([ClientRequest, Type.Null()], {
      description: "The latest time a client read the features, to check them itself.",
    }),
    environments: listOf(
      Type.Object({
        environment: Type.String(),
        checkedAt: environmentTime("The latest check."),
        readAt: environmentTime("The latest read of all features."),
        submittedAt: environmentTime("The latest submission of telemetry."),
        tokenUsedAt: environmentTime("The latest use of a token, as it is stored."),
      }),
      { description: "The environments of the project that clients have used, latest first." },
    ),
    latestEvaluation: Type.Union([Type.Object({ key: Type.String(), at: Time }), Type.Null()], {
      description: "The latest evaluation in the stored telemetry of Production, of 500 features.",
    }),
    refused: listOf(RefusedAttempt, {
      description: "Refused attempts to use the API in the last 10 minutes, at most 20.",
    }),
    featureCount: Count,
    otherEnvironmentCount: { ...Count, description: "Custom environments." },
    otherMemberCount: { ...Count, description: "Members other than the caller." },
  },
  { $id: "FirstRun" },
);
export type FirstRun = Static<typeof FirstRun>;
