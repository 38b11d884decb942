import type { Authentication } from "../../../http/openapi/authentication.ts";

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

/** A token as OFREP's clients send it. */
export const bearerAuthentication: Authentication = {
  schemeName: "bearer",
  scheme: { type: "http", scheme: "bearer", description: "A token of the environment." },
  alternatives: [
    {
      schemeName: "apiKey",
      scheme: {
        type: "apiKey",
        in: "header",
        name: "X-API-Key",
        description: "The same token.",
      },
    },
  ],
};
