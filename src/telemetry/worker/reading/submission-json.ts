import { GatehouseError } from "../../../core/errors.ts";
import { isJsonObject, type JsonObject } from "../../../core/text/json-object.ts";
import type { BodyEncoding } from "../../../http/request/request-body.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import { submissionSizeError } from "../../messages/submission-limits.ts";
import { inflateSubmission } from "./inflate-submission.ts";

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuid.test(text.toLowerCase());
}

/** The JSON of a body. Throws `request_invalid` or `parameter_invalid`. */
export function jsonOfBody(bytes: Uint8Array<ArrayBuffer>, encoding: BodyEncoding): Uint8Array {
  try {
    return encoding === "gzip" ? inflateSubmission(bytes) : bytes;
  } catch (error) {
    throw submissionSizeError(error);
  }
}

/** The document with its id. Needs no limit on depth: no code recurses into a submission. */
export function parsedSubmission(text: string): JsonObject & { readonly request_id: string } {
  const document = parsed(text);
  if (!isJsonObject(document)) {
    throw requestInvalid("the JSON body must be an object");
  }
  const { request_id } = document;
  if (typeof request_id !== "string" || !isUuid(request_id)) {
    throw invalidMember("request_id must be a UUID");
  }
  return { ...document, request_id };
}

export function invalidMember(message: string): GatehouseError {
  return new GatehouseError("parameter_invalid", { message });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw requestInvalid("the body is not valid JSON", error);
  }
}
