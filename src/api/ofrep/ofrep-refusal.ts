import type { Refusal } from "../../core/errors.ts";
import { featureKeyLengthMax } from "../../core/evaluation/feature-key.ts";
import { shortPrintable } from "../../core/text/printable.ts";
import { percentDecode } from "../../http/request/percent-decoding.ts";
import { rawPath } from "../../http/request/request-url.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import type { WriteRefusal } from "../../http/routing/error-handler.ts";
import { refusalHeadersOf } from "../common/errors/error-response.ts";
import { statusOf } from "../common/errors/refusal-statuses.ts";
import { ContextRefusal } from "./context-refusal.ts";

/** The path of evaluations below the prefix; a key may follow. */
export const flagsPath = "/v1/evaluate/flags";

/** Clients know no other status for a request that they should not repeat. */
const badRequest = 400;
const unprocessable = 422;

/**
 * Writes refusals in the form of OFREP's clients (docs/api.md#ofrep). The refusal of one flag has its
 * key, which clients need to show the error.
 */
export const ofrepRefusal: WriteRefusal = (error, { headers, request }) => {
  const key = keyIn(rawPath(request.url));
  const body = JSON.stringify({
    ...(key === undefined ? {} : { key }),
    errorCode:
      error instanceof ContextRefusal ? error.errorCode : errorCodeOfRefusal(error.refusal),
    errorDetails: shortPrintable(error.message),
    // The client in Java also reads it from refusals.
    metadata: {},
  });
  return jsonResponse(body, {
    status: ofrepStatusOf(error.refusal),
    headers: { ...refusalHeadersOf(error.refusal), ...headers },
  });
};

export function ofrepStatusOf(refusal: Refusal): number {
  const status = statusOf(refusal);
  return status === unprocessable ? badRequest : status;
}

export function errorCodeOfRefusal(refusal: Refusal): string {
  switch (refusal) {
    case "feature_not_found":
      return "FLAG_NOT_FOUND";
    case "request_invalid":
      return "PARSE_ERROR";
    default:
      return "GENERAL";
  }
}

/** The key in a path, up to the maximum length; undefined for the path of all flags. */
function keyIn(path: string): string | undefined {
  const start = path.indexOf(`${flagsPath}/`);
  const escaped = start === -1 ? "" : path.slice(start + flagsPath.length + 1);
  return escaped === "" ? undefined : decoded(escaped).slice(0, featureKeyLengthMax);
}

function decoded(escaped: string): string {
  try {
    return percentDecode(escaped);
  } catch {
    return escaped;
  }
}
