import { type Static, Type } from "@sinclair/typebox";
import { modelled } from "../../helpers/modelled.ts";

/*
 * What the OpenAPI document of version 0.3.0 of the protocol (service/openapi.yaml in
 * github.com/open-feature/protocol) says of answers, in our words: no package holds it. The lists of
 * reasons and of error codes are complete. Members that it does not name are not allowed here, and
 * values are booleans, as this server has no others.
 */

const exact = { additionalProperties: false } as const;
/** Optional in the protocol; the clients in Java and Python fail without it. */
const metadata = Type.Record(
  Type.String(),
  Type.Union([Type.Boolean(), Type.String(), Type.Number()]),
);
const errorCode = Type.Union(
  ["PARSE_ERROR", "TARGETING_KEY_MISSING", "INVALID_CONTEXT", "GENERAL"].map((code) =>
    Type.Literal(code),
  ),
);

export const EvaluationSuccess = Type.Object(
  {
    key: Type.String(),
    value: Type.Optional(Type.Boolean()),
    reason: Type.Union(
      ["STATIC", "TARGETING_MATCH", "SPLIT", "DISABLED", "UNKNOWN"].map((reason) =>
        Type.Literal(reason),
      ),
    ),
    variant: Type.Optional(Type.String()),
    metadata,
  },
  exact,
);

/** Of one flag: clients ignore a failure without these two texts. */
export const EvaluationFailure = Type.Object(
  { key: Type.String(), errorCode, errorDetails: Type.String(), metadata },
  exact,
);

/** The answer with 404 for one flag. */
const FlagNotFound = Type.Object(
  {
    key: Type.String(),
    errorCode: Type.Literal("FLAG_NOT_FOUND"),
    errorDetails: Type.String(),
    metadata,
  },
  exact,
);

export const BulkFailure = Type.Object({ errorCode, errorDetails: Type.String(), metadata }, exact);

/** Exactly one of `url` and `endpoint`. */
const EventStream = Type.Union([
  Type.Object(
    {
      type: Type.Literal("sse"),
      url: Type.String(),
      inactivityDelaySec: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    exact,
  ),
  Type.Object(
    {
      type: Type.Literal("sse"),
      endpoint: Type.Object(
        { origin: Type.Optional(Type.String()), requestUri: Type.String({ pattern: "^/" }) },
        exact,
      ),
      inactivityDelaySec: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    exact,
  ),
]);

export const BulkSuccess = Type.Object(
  {
    flags: Type.Array(Type.Union([EvaluationSuccess, EvaluationFailure])),
    metadata: Type.Optional(metadata),
    eventStreams: Type.Optional(Type.Array(EventStream)),
  },
  exact,
);

/** The flags of an answer for all of them. */
export function flagsOf(body: unknown): Static<typeof BulkSuccess>["flags"] {
  return modelled(BulkSuccess, body).flags;
}

/** The path of the stream of events in an answer for all flags. */
export function streamUriOf(body: unknown): string {
  const [stream] = modelled(BulkSuccess, body).eventStreams ?? [];
  return stream !== undefined && "endpoint" in stream ? stream.endpoint.requestUri : "";
}

/** The data of an event. */
export const RefetchEvent = Type.Object(
  {
    type: Type.Literal("refetchEvaluation"),
    etag: Type.Optional(Type.String()),
    lastModified: Type.Optional(Type.Integer()),
  },
  exact,
);

/**
 * Checks an answer to an evaluation: its status is one that the protocol or HTTP has for it, and its
 * body and headers are what clients expect of that status. Returns the body; undefined without one.
 */
export async function checkedEvaluation(response: Response, isOfOne: boolean): Promise<unknown> {
  const { status, headers } = response;
  const text = await response.text();
  if (status === 304) {
    if (isOfOne || text !== "" || !headers.has("etag")) {
      throw new Error(`a 304 with the body ${text}`);
    }
    return undefined;
  }
  if (headers.get("content-type") !== "application/json") {
    throw new Error(`${status} is not JSON but ${headers.get("content-type")}`);
  }
  if (status === 422) {
    throw new Error("clients do not know 422");
  }
  const body: unknown = JSON.parse(text);
  if (status === 200) {
    if (!isOfOne && !headers.has("etag")) {
      throw new Error("the answer for all flags has no ETag");
    }
    return modelled(isOfOne ? EvaluationSuccess : BulkSuccess, body);
  }
  // Clients read it with parseInt, and 0 would make them repeat without end.
  const seconds = headers.get("retry-after") ?? "";
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(seconds)) {
    throw new Error(`Retry-After is ${seconds}`);
  }
  if (isOfOne) {
    return modelled(status === 404 ? FlagNotFound : EvaluationFailure, body);
  }
  return modelled(BulkFailure, body);
}
