import type { Authentication } from "../../http/openapi/authentication.ts";
import { ErrorModel } from "../errors/error-model.ts";
import { documentedRefusal } from "../errors/operation-docs.ts";

/** The hosted API's tokens (docs/api.md#authentication). */
export const tokenAuthentication: Authentication = {
  schemeName: "caller",
  scheme: {
    type: "apiKey",
    in: "header",
    name: "Flipper-Cloud-Token",
    description: "A token, which belongs to one environment.",
  },
  refusals: [documentedRefusal("token_invalid"), documentedRefusal("token_evaluate_only")],
  writeRefusal: {
    refusal: documentedRefusal("token_read_only"),
    tags: new Set(["Features", "Gates"]),
  },
  errorSchema: ErrorModel,
};

/** The mountable API's HTTP Basic credentials, if they are configured. */
export const basicAuthentication: Authentication = {
  schemeName: "caller",
  scheme: { type: "http", scheme: "basic" },
  refusals: [documentedRefusal("credentials_invalid")],
  errorSchema: ErrorModel,
};
