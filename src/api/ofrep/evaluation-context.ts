import type { Actor } from "../../core/evaluation/actor-context.ts";
import { actorIdLengthMax } from "../../core/evaluation/gates.ts";
import { canonicalJson } from "../../core/text/canonical-json.ts";
import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { isLongerThan } from "../../core/text/text-length.ts";
import { decodeUtf8 } from "../../http/request/decode-utf8.ts";
import { parseJson } from "../../http/request/json-document.ts";
import { readBody } from "../../http/request/request-body.ts";
import { isBlank } from "../../http/request/white-space.ts";
import { ContextRefusal } from "./context-refusal.ts";

/** The subject of an evaluation. */
export interface EvaluationContext {
  /** One actor, or none without a targeting key. */
  readonly actors: readonly Actor[];
  /** The groups that the actor is in. */
  readonly groups: ReadonlySet<string>;
  /** The same text for equal contexts. */
  canonical(): string;
}

const bytesMax = 64 * 1024;
const limits = { bytesMax, inflatedBytesMax: bytesMax };
/** Bun.serve enforces Content-Length. Requests to `handle` come from the application itself. */
const readOptions = { lengthEnforced: true };

/** Reads the body of an evaluation. Rejects with `body_too_large` for more than 64 KiB. */
export function readContextBody(request: Request): Promise<Uint8Array> {
  return readBody(request, limits, readOptions);
}

/**
 * The context in the body of an evaluation (docs/api.md#ofrep); empty for an empty body. Throws a
 * `ContextRefusal`.
 */
export function contextIn(bytes: Uint8Array): EvaluationContext {
  const document = isBlank(bytes) ? {} : parseJson(decodeUtf8(bytes));
  if (!isJsonObject(document)) {
    throw new ContextRefusal("PARSE_ERROR", "The body must be a JSON object");
  }
  const context = document.context ?? {};
  if (!isJsonObject(context)) {
    throw new ContextRefusal("INVALID_CONTEXT", "context must be a JSON object");
  }
  return evaluationContext(context);
}

/**
 * The targeting key is the actor's id, and the texts in `groups` are its groups. All other members
 * are its properties.
 */
function evaluationContext(context: JsonObject): EvaluationContext {
  const { targetingKey, groups, ...properties } = context;
  const flipperId = actorIdOf(targetingKey);
  return {
    actors: flipperId === undefined ? [] : [{ flipperId, properties }],
    groups: groupsOf(groups),
    canonical: () => canonicalJson(context),
  };
}

function actorIdOf(targetingKey: unknown): string | undefined {
  if (targetingKey === undefined || targetingKey === null || targetingKey === "") {
    return undefined;
  }
  if (typeof targetingKey !== "string") {
    throw new ContextRefusal("INVALID_CONTEXT", "targetingKey must be a text");
  }
  if (isLongerThan(targetingKey, actorIdLengthMax)) {
    const message = `targetingKey is longer than ${actorIdLengthMax} characters`;
    throw new ContextRefusal("INVALID_CONTEXT", message);
  }
  return targetingKey;
}

function groupsOf(groups: unknown): ReadonlySet<string> {
  return Array.isArray(groups)
    ? new Set(groups.filter((group) => typeof group === "string"))
    : noGroups;
}

const noGroups: ReadonlySet<string> = new Set();
