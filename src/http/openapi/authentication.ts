import type { TSchema } from "@sinclair/typebox";
import { isJsonObject } from "../../text/json-object.ts";
import type { DocumentedRefusal } from "./documented-operation.ts";
import { mapJsonMembers } from "./map-json.ts";

type Json = Readonly<Record<string, unknown>>;

/** Describes the credentials of an API's callers, and the refusals of requests without them. */
export interface Authentication {
  /** The name of the scheme in the document. */
  readonly schemeName: string;
  /** An OpenAPI Security Scheme Object. */
  readonly scheme: Json;
  /** The refusals that every operation has. */
  readonly refusals: readonly DocumentedRefusal[];
  /** A further refusal, of operations other than GET that have one of these tags. */
  readonly writeRefusal?: {
    readonly refusal: DocumentedRefusal;
    readonly tags: ReadonlySet<string>;
  };
  /** The schema of the body of these refusals. */
  readonly errorSchema: TSchema;
}

/** Returns the document with the authentication added to every operation below a prefix. */
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
    paths: mapJsonMembers(document.paths, (path, operations) =>
      path.startsWith(`${prefix}/`)
        ? mapJsonMembers(operations, (method, operation) =>
            withSecurity(method, operation, authentication),
          )
        : operations,
    ),
  };
}

function withSecurity(method: string, operation: unknown, authentication: Authentication): unknown {
  if (!isJsonObject(operation)) {
    return operation;
  }
  const { schemeName, refusals, writeRefusal, errorSchema } = authentication;
  const tags = Array.isArray(operation.tags) ? operation.tags : [];
  const isWrite = method !== "get" && tags.some((tag) => writeRefusal?.tags.has(tag) === true);
  const added =
    isWrite && writeRefusal !== undefined ? [...refusals, writeRefusal.refusal] : refusals;
  return {
    ...operation,
    security: [{ [schemeName]: [] }],
    responses: added.reduce(
      (responses, each) => withRefusal(responses, each, errorSchema),
      isJsonObject(operation.responses) ? operation.responses : {},
    ),
  };
}

/** Adds a refusal; a status that has an entry already gets a longer description. */
function withRefusal(responses: Json, { status, text }: DocumentedRefusal, schema: TSchema): Json {
  const present = responses[status];
  const more = isJsonObject(present) ? `; ${String(present.description)}` : "";
  return {
    ...responses,
    [status]: { content: { "application/json": { schema } }, description: text + more },
  };
}
