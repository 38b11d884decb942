import { type ActBody, isChainHead } from "../../core/model/act.ts";
import { isJsonObject } from "../../core/text/json-object.ts";

/** Undefined for a text that is no act. */
export function parsedActBody(body: string): ActBody | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return isActBody(parsed) ? parsed : undefined;
  } catch {
    // Its hash is wrong too.
    return undefined;
  }
}

function isActBody(value: unknown): value is ActBody {
  return (
    isJsonObject(value) &&
    isJsonObject(value.details) &&
    typeof value.kind === "string" &&
    (value.environment === undefined || typeof value.environment === "number") &&
    (value.head === undefined || isChainHead(value.head))
  );
}
