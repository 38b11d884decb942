import type { Static, TSchema } from "@sinclair/typebox";
import { GatehouseError } from "../../errors.ts";
import { schemaCheck } from "../../http/request/check-json-form.ts";
import { requestInvalid } from "../../http/request/request-invalid.ts";
import { documentOf } from "../../http/request/request-parameters.ts";
import { isJsonObject } from "../../text/json-object.ts";

/**
 * Returns a function that reads a body of JSON with the form of a schema (docs/api.md#own-routes).
 * Throws `request_invalid` for a body that is no JSON object, and `parameter_invalid` with the place
 * of what is wrong. Unknown members are refused, as a misspelt `dry_run` must not change anything.
 */
export function checkedDocument<Schema extends TSchema>(
  schema: Schema,
): (request: Request) => Promise<Static<Schema>> {
  const check = schemaCheck(
    schema,
    ({ message }) => new GatehouseError("parameter_invalid", { message }),
  );
  return async (request) => {
    const document = await documentOf(request);
    if (!isJsonObject(document)) {
      throw requestInvalid("the body must be a JSON object");
    }
    return check(document);
  };
}
