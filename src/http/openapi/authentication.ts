import type { TSchema } from "@sinclair/typebox";
import { isJsonObject } from "../../text/json-object.ts";
import type { DocumentedRefusal } from "./documented-operation.ts";
import { mapped } from "./mapped-json.ts";

type Json = Readonly<Record<string, unknown>>;

/** How the documentation of an API describes its callers' credentials, and refusals without them. */
export interface Authentication {
  /** The name of the scheme in the document. */
  readonly schemeName: string;
  /** An OpenAPI Security Scheme Object. */
  readonly scheme: Json;
  /** The refusal of every operation. */
  readonly everywhere: DocumentedRefusal;
  /** A further refusal of operations that change something and have one of these tags. */
  readonly onChanges?: { readonly refusal: DocumentedRefusal; readonly tags: ReadonlySet<string> };
  /** The body of these refusals. */
  readonly errorSchema: TSchema;
}

/** The document with the authentication of every operation below a prefix. */
export function withAuthentication(
  document: Json,
  prefix: string,
  authentication: Authentication,
): Json {
  const { schemeName } = authentication;
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  return {
    ...document,
    components: {
      ...components,
      securitySchemes: { ...schemes, [schemeName]: authentication.scheme },
    },
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
  const { schemeName, everywhere, onChanges, errorSchema } = authentication;
  const tags = Array.isArray(operation.tags) ? operation.tags : [];
  const isChange = method !== "get" && tags.some((tag) => onChanges?.tags.has(tag) === true);
  const added =
    isChange && onChanges !== undefined ? [everywhere, onChanges.refusal] : [everywhere];
  return {
    ...operation,
    security: [{ [schemeName]: [] }],
    responses: added.reduce(
      (responses, refusal) => withRefusal(responses, refusal, errorSchema),
      isJsonObject(operation.responses) ? operation.responses : {},
    ),
  };
}

/** Several refusals of one status share its entry. */
function withRefusal(responses: Json, { status, text }: DocumentedRefusal, schema: TSchema): Json {
  const known = responses[status];
  const more = isJsonObject(known) ? `; ${String(known.description)}` : "";
  return {
    ...responses,
    [status]: { content: { "application/json": { schema } }, description: text + more },
  };
}
