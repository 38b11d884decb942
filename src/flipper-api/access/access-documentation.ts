import type { Authentication } from "../../http/openapi/authentication.ts";
import { ErrorModel } from "../errors/error-model.ts";
import { documentedRefusal } from "../errors/flipper-operation.ts";

/** The hosted API's tokens (docs/api.md#authentication). */
export const tokenAuthentication: Authentication = {
  schemeName: "caller",
  scheme: {
    type: "apiKey",
    in: "header",
    name: "Flipper-Cloud-Token",
    description: "A token, which belongs to one environment.",
  },
  everywhere: documentedRefusal("token_invalid"),
  onChanges: {
    refusal: documentedRefusal("token_read_only"),
    tags: new Set(["Features", "Gates"]),
  },
  errorSchema: ErrorModel,
};

/** The mountable API's HTTP Basic credentials, where it has any. */
export const basicAuthentication: Authentication = {
  schemeName: "caller",
  scheme: { type: "http", scheme: "basic" },
  everywhere: documentedRefusal("credentials_invalid"),
  errorSchema: ErrorModel,
};
