import type { DocumentDecoration } from "elysia";
import type { DocumentedRefusal } from "../flipper-api/errors/documented-refusals.ts";
import {
  documentedOperation,
  type OperationOptions,
} from "../http/openapi/documented-operation.ts";
import { textParameter } from "../http/openapi/documented-parameter.ts";
import { targetingKeyMissing } from "./context-refusal.ts";
import { BulkEvaluationModel, EvaluationRequestModel, FlagModel } from "./ofrep-models.ts";
import { ofrepRefusals } from "./ofrep-refusal-docs.ts";

/** The documentation of the operations of OFREP. */
export type OfrepDocs = ReturnType<typeof ofrepDocs>;

const context = { targetingKey: "User;42", groups: ["staff"], plan: "pro" };
const body = { schema: EvaluationRequestModel, example: { context }, isJsonOnly: true };
const flag = {
  key: "search",
  value: true,
  reason: "TARGETING_MATCH",
  variant: "on",
  metadata: { gate: "actors" },
} as const;
const events = `retry: 1000

id: 3f0c9a1b-42
event: message
data: {"type":"refetchEvaluation","etag":"\\"1768469400000000\\"","lastModified":1768469400}

`;

/** `refusals` are those of every operation, by what surrounds it. */
export function ofrepDocs(refusals: readonly DocumentedRefusal[]) {
  const operation = (options: OperationOptions, more: readonly DocumentedRefusal[]) =>
    ofrepOperation(options, [...refusals, ...more, "internal"]);
  const readsBody = ["request_invalid", "request_timeout", "body_too_large"] as const;
  return {
    evaluateOne: operation(
      {
        id: "evaluateFlag",
        tag: "OpenFeature",
        summary: "Evaluate one feature",
        description: "The Open Feature Remote Evaluation Protocol (OFREP), for OpenFeature's SDKs.",
        path: { key: textParameter("The key of the feature.", "search") },
        body,
        answers: [{ status: 200, text: "The result", json: { schema: FlagModel, example: flag } }],
      },
      [...readsBody, "feature_not_found"],
    ),
    evaluateAll: operation(
      {
        id: "evaluateAllFlags",
        tag: "OpenFeature",
        summary: "Evaluate all features",
        description: "Sorted by key, with the address of the events that tell when to ask again.",
        body,
        headers: {
          "If-None-Match": textParameter("The `ETag` of an earlier answer.", 'W/"3yVcaD4ufbp"'),
        },
        answers: [
          {
            status: 200,
            text: "The results",
            headers: ["ETag"],
            json: { schema: BulkEvaluationModel, example: bulkExample },
          },
          { status: 304, text: "Nothing has changed for this context", headers: ["ETag"] },
        ],
      },
      readsBody,
    ),
    stream: operation(
      {
        id: "streamEvaluations",
        tag: "OpenFeature",
        summary: "Be told when to evaluate again",
        description:
          "A stream of server-sent events. Its address is in an evaluation of all features.",
        query: { ticket: textParameter("The ticket of the address.", "3f0c9a1b") },
        answers: [{ status: 200, text: "The events", events }],
      },
      ["rate_limited", "unavailable"],
    ),
  };
}

const bulkExample = {
  flags: [
    flag,
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
} as const;

function ofrepOperation(
  options: OperationOptions,
  refusals: readonly DocumentedRefusal[],
): DocumentDecoration {
  return documentedOperation(options, ofrepRefusals(refusals, options.path !== undefined));
}
