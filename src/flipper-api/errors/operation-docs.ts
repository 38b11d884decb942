import type { DocumentDecoration } from "elysia";
import { type Refusal, refusals } from "../../errors.ts";
import {
  type DocumentedRefusal,
  documentedOperation,
  type OperationOptions,
} from "../../http/openapi/documented-operation.ts";
import { ErrorModel } from "./error-model.ts";
import { statusOf } from "./error-response.ts";

export interface FlipperOperationOptions extends OperationOptions {
  /** The refusals of the operation beside those that every route has. */
  readonly refusals?: readonly Refusal[];
}

const commonRefusals: readonly Refusal[] = ["request_invalid", "internal"];
/** The refusals of every route that reads a body. */
const writeRefusals: readonly Refusal[] = [
  "body_too_large",
  "media_type_unsupported",
  "unavailable",
];

/** Returns the documentation of one operation of the Flipper API, with its error object. */
export function flipperOperation(options: FlipperOperationOptions): DocumentDecoration {
  const names = new Set([
    ...commonRefusals,
    ...(options.body === undefined ? [] : writeRefusals),
    ...(options.refusals ?? []),
  ]);
  return documentedOperation(options, {
    refusals: Array.from(names, documentedRefusal),
    schema: ErrorModel,
  });
}

export function documentedRefusal(refusal: Refusal): DocumentedRefusal {
  const { code, message } = refusals[refusal];
  return { status: statusOf(refusal), text: `${message} (code ${code})` };
}
