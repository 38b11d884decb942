import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { GatehouseError } from "../../core/errors.ts";
import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { unreadBody } from "../../http/declared/body-schemas.ts";
import { withSharedBody } from "../../http/request/shared-body.ts";
import { TokenShares } from "../../http/request/token-shares.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import type { ReplicaRoutes } from "./replica-routes.ts";
import { relayBytesMax, type SpooledSubmission } from "./spooled-submission.ts";

export interface RelayControllerOptions {
  readonly routes: ReplicaRoutes;
  /** Counts submissions that a replica accepted; resolves with the last settled sequence. */
  readonly count: (spool: string, submissions: readonly SpooledSubmission[]) => Promise<number>;
}

const relaysAtOnceMax = 8;
/** The relays of one token, which the replicas of a server may share. */
const relaysPerTokenMax = 6;
/** The bytes of bodies that are being received or counted. */
const receivedBytesMax = 2 * relaysAtOnceMax * relayBytesMax;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const decoder = new TextDecoder();

/** POST telemetry: the submissions that a replica accepted, in its order. */
export function relayController({ routes, count }: RelayControllerOptions) {
  const relays = new TokenShares({
    max: relaysAtOnceMax,
    perTokenMax: relaysPerTokenMax,
    refusal: "Too many replicas send telemetry at once",
  });
  const received = new TokenShares({
    max: receivedBytesMax,
    perTokenMax: relaysPerTokenMax * relayBytesMax,
    refusal: "Too much telemetry of replicas is received at once",
  });
  return new Elysia().use(routes).post(
    "/telemetry",
    ({ request, caller: { id: tokenId } }) => {
      const body = { request, bytesMax: relayBytesMax, tokenId, received };
      return withSharedBody(body, (bytes) =>
        relays.hold(tokenId, async () => {
          const [head = "", ...lines] = decoder
            .decode(bytes)
            .split("\n")
            .filter((line) => line !== "");
          const { spool } = parsed(head);
          if (typeof spool !== "string" || !uuid.test(spool)) {
            throw invalid("spool must be a UUID");
          }
          const through = await count(spool, inOrder(lines.map(submissionOf)));
          return jsonResponse(JSON.stringify({ through }));
        }),
      );
    },
    { access: "replica", body: unreadBody(Type.Unknown(), null) },
  );
}

function submissionOf(line: string): SpooledSubmission {
  const { sequence, environment, encoding, body, minute } = parsed(line);
  if (
    !(isId(sequence) && isId(environment)) ||
    (encoding !== "gzip" && encoding !== "identity") ||
    typeof body !== "string" ||
    !(minute === undefined || isId(minute))
  ) {
    throw invalid("a submission has an unknown format");
  }
  return {
    sequence,
    environmentId: environment,
    encoding,
    bytes: new Uint8Array(Buffer.from(body, "base64")),
    ...(minute !== undefined && { outcomesMinute: minute }),
  };
}

function inOrder(submissions: readonly SpooledSubmission[]): readonly SpooledSubmission[] {
  submissions.reduce((before, { sequence }) => {
    if (sequence <= before) {
      throw invalid("the sequences do not rise");
    }
    return sequence;
  }, 0);
  return submissions;
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function parsed(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    if (isJsonObject(value)) {
      return value;
    }
  } catch {
    // As for a value that is not an object.
  }
  throw invalid("a line is no JSON object");
}

function invalid(problem: string): GatehouseError {
  return new GatehouseError("parameter_invalid", { message: problem });
}
