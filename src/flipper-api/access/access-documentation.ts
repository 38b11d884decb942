import type { Authentication } from "../../http/openapi/authentication.ts";

/** The hosted API's tokens (docs/api.md#authentication). */
export const tokenAuthentication: Authentication = {
  schemeName: "token",
  scheme: {
    type: "apiKey",
    in: "header",
    name: "Flipper-Cloud-Token",
    description: "A token, which belongs to one environment.",
  },
};

/** The mountable API's HTTP Basic credentials, if they are configured. */
export const basicAuthentication: Authentication = {
  schemeName: "credentials",
  scheme: { type: "http", scheme: "basic", description: "The credentials of the server." },
};
