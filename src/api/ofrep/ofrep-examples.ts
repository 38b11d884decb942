import type { Static } from "@sinclair/typebox";
import { targetingKeyMissing } from "./context-refusal.ts";
import type { BulkEvaluationModel, FlagModel } from "./ofrep-models.ts";

export const exampleRequest = {
  context: { targetingKey: "User;42", groups: ["staff"], plan: "pro" },
};

export const exampleFlag: Static<typeof FlagModel> = {
  key: "search",
  value: true,
  reason: "TARGETING_MATCH",
  variant: "on",
  metadata: { gate: "actors" },
};

export const exampleFlags: Static<typeof BulkEvaluationModel> = {
  flags: [
    exampleFlag,
    {
      key: "upload",
      errorCode: "TARGETING_KEY_MISSING",
      errorDetails: targetingKeyMissing,
      metadata: {},
    },
  ],
  eventStreams: [
    {
      type: "sse",
      endpoint: { requestUri: "/ofrep/v1/stream?ticket=3f0c9a1b" },
      inactivityDelaySec: 120,
    },
  ],
};
