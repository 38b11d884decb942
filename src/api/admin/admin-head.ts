import type { Authentication } from "../../http/openapi/authentication.ts";
import type { DocumentHead } from "../../http/openapi/openapi-document.ts";

const description = `What a person can do in the web UI, a program can do too.

- Bodies and answers are JSON. Unknown members of a body are refused.
- Times are milliseconds since 1970-01-01T00:00:00Z.
- Refusals have \`code\`, \`message\` and \`more_info\`. A request refused with a status of 400 to 499 changed nothing.
- The role that an operation needs is in \`x-role\`. Operations with \`x-needs-proof\` need a session whose member has confirmed it with a password or a passkey within the last 10 minutes.`;

/** The parts of the document of the Admin API that do not come from its routes. */
export const adminHead: DocumentHead = {
  title: "Gatehouse Admin API",
  description,
  license: { name: "MIT", url: "https://opensource.org/license/mit" },
  tags: {
    Session: "Sign in and out.",
    Account: "The password, passkeys and sessions of the caller.",
    Members: "The people of the organization, and their roles.",
    Projects: "Projects with their own features and environments.",
    Environments: "Production, and custom environments.",
    Tokens: "The tokens with which applications read an environment.",
    Features: "Features of the project, with their descriptions.",
    Gates: "The gates of a feature in an environment.",
    Checks: "Why a feature is enabled for an actor, or not.",
    Audits: "Changes of features, and how to undo them.",
    Requests: "Policies of environments, and change requests that wait for approvals.",
    Rollouts: "Changes of features in steps or at a time, and what their guards see.",
    Comments: "What people say about requests, features and acts.",
    Acts: "Sign-ins and changes of members, tokens and settings, and the record of them.",
    Telemetry: "How often features were checked.",
    Groups: "The groups that features can be enabled for.",
    Plan: "Limits of the organization, and when a feature counts as finished.",
    Transfer: "All features of an environment as one document.",
    Migrations: "Exports that another application sent, and that wait for an owner.",
    Webhooks: "Endpoints that are notified of changes.",
    Replicas: "Servers that follow this one.",
    Backups: "Backups in the directory of the server.",
    Server: "Facts about the server.",
  },
  components: {},
};

/** The session of a member in a browser, or a personal token of a member in a program. */
export const memberAuthentication: Authentication = {
  schemeName: "session",
  scheme: {
    type: "apiKey",
    in: "cookie",
    name: "gatehouse_session",
    description: "The session of a member; the name of the cookie ends in an id of the server.",
  },
  alternatives: [
    {
      schemeName: "environmentToken",
      scheme: {
        type: "apiKey",
        in: "header",
        name: "Flipper-Cloud-Token",
        description: "The token of an environment.",
      },
    },
    {
      schemeName: "personalToken",
      scheme: { type: "http", scheme: "bearer", description: "A personal token of a member." },
    },
  ],
};
