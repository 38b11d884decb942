import type { Refusal } from "../../core/errors.ts";
import {
  type DocumentedResponses,
  headerReferences,
} from "../../http/openapi/documented-operation.ts";
import { type DocumentedRefusal, refusalText } from "../common/errors/documented-refusals.ts";
import { EvaluationFailureModel } from "./ofrep-models.ts";
import { errorCodeOfRefusal, ofrepStatusOf } from "./ofrep-refusal.ts";

type RefusalText = ReturnType<typeof refusalText>;

/** The headers that a refusal always has. */
const refusalHeaders: Partial<Record<Refusal, string>> = {
  credentials_invalid: "WWW-Authenticate",
  rate_limited: "Retry-After",
  request_timeout: "Connection",
  unavailable: "Retry-After",
};

/** Returns the responses of refusals by status; refusals of one flag have its key. */
export function ofrepRefusals(
  names: readonly DocumentedRefusal[],
  isOfOne: boolean,
): DocumentedResponses {
  const texts = [...new Set(names)].map(refusalText);
  const byStatus = [...Map.groupBy(texts, ({ refusal }) => ofrepStatusOf(refusal))];
  const entries = byStatus
    .sort(([left], [right]) => left - right)
    .map(([status, group]) => [String(status), response(group, isOfOne)]);
  return Object.fromEntries(entries);
}

function response(group: readonly RefusalText[], isOfOne: boolean) {
  const headers = group.flatMap(({ refusal }) => refusalHeaders[refusal] ?? []);
  return {
    description: group.map(({ text }) => text).join("; "),
    ...(headers.length === 0 ? {} : { headers: headerReferences(headers) }),
    content: {
      "application/json": {
        schema: EvaluationFailureModel,
        examples: Object.fromEntries(
          group.map(({ refusal, text, message }) => [
            refusal,
            { summary: text, value: exampleOf(refusal, message, isOfOne) },
          ]),
        ),
      },
    },
  };
}

function exampleOf(refusal: Refusal, errorDetails: string, isOfOne: boolean) {
  return {
    ...(isOfOne ? { key: "search" } : {}),
    errorCode: errorCodeOfRefusal(refusal),
    errorDetails,
    metadata: {},
  };
}
