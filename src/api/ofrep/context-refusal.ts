import { GatehouseError } from "../../core/errors.ts";

/** The codes of refused contexts, as OpenFeature names them. */
export type ContextErrorCode = "INVALID_CONTEXT" | "PARSE_ERROR" | "TARGETING_KEY_MISSING";

/** The refusal of an evaluation because of its input: status 400 (docs/api.md#ofrep). */
export class ContextRefusal extends GatehouseError {
  readonly errorCode: ContextErrorCode;

  constructor(errorCode: ContextErrorCode, message: string) {
    super("request_invalid", { message });
    this.errorCode = errorCode;
  }
}

/** The message for a feature that needs an actor. */
export const targetingKeyMissing = "The feature needs an actor: the context has no targetingKey";
