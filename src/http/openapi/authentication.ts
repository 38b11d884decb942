import { type Refusal, refusals } from "../../errors.ts";
import { ErrorModel } from "../../flipper-api/errors/error-model.ts";
import { statusOf } from "../../flipper-api/errors/error-response.ts";
import { isJsonObject } from "../../text/json-object.ts";
import { mapped } from "./mapped-json.ts";

type Json = Readonly<Record<string, unknown>>;

/** How requests to an API say who sends them, and what they are refused for otherwise. */
export interface Authentication {
  /** An OpenAPI Security Scheme Object. */
  readonly scheme: Json;
  readonly everywhere: Refusal;
  /** For what changes features and gates. */
  readonly onChanges?: Refusal;
}

/** The hosted deployment's (SPEC.md 5). */
export const tokenAuthentication: Authentication = {
  scheme: {
    type: "apiKey",
    in: "header",
    name: "Flipper-Cloud-Token",
    description: "A token, which belongs to one environment.",
  },
  everywhere: "token_invalid",
  onChanges: "token_read_only",
};

/** The mountable deployment's, where it has credentials. */
export const basicAuthentication: Authentication = {
  scheme: { type: "http", scheme: "basic" },
  everywhere: "credentials_invalid",
};

const errorContent = { content: { "application/json": { schema: ErrorModel } } };
const schemeName = "caller";
const changedTags = new Set<unknown>(["Features", "Gates"]);

/** The document with the authentication of every operation below a prefix. */
export function withAuthentication(
  document: Json,
  prefix: string,
  authentication: Authentication,
): Json {
  const components = isJsonObject(document.components) ? document.components : {};
  return {
    ...document,
    components: { ...components, securitySchemes: { [schemeName]: authentication.scheme } },
    paths: mapped(document.paths, (path, operations) =>
      path.startsWith(`${prefix}/`)
        ? mapped(operations, (method, operation) => guarded(method, operation, authentication))
        : operations,
    ),
  };
}

function guarded(method: string, operation: unknown, authentication: Authentication): unknown {
  if (!isJsonObject(operation)) {
    return operation;
  }
  const { everywhere, onChanges } = authentication;
  const tags = Array.isArray(operation.tags) ? operation.tags : [];
  const isChange = method !== "get" && tags.some((tag) => changedTags.has(tag));
  const added = isChange && onChanges !== undefined ? [everywhere, onChanges] : [everywhere];
  return {
    ...operation,
    security: [{ [schemeName]: [] }],
    responses: added.reduce(
      withRefusal,
      isJsonObject(operation.responses) ? operation.responses : {},
    ),
  };
}

/** Several refusals of one status share its entry. */
function withRefusal(responses: Json, refusal: Refusal): Json {
  const status = String(statusOf(refusal));
  const { code, message } = refusals[refusal];
  const known = responses[status];
  const more = isJsonObject(known) ? `; ${String(known.description)}` : "";
  return {
    ...responses,
    [status]: { ...errorContent, description: `${message} (code ${code})${more}` },
  };
}
