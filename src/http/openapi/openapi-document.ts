import { registerSchemaPath } from "@elysiajs/swagger/utils";
import type { AnyElysia } from "elysia";
import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import type { Authentication } from "./authentication.ts";
import { documentationOf } from "./route-documentation.ts";
import { SchemaComponents } from "./schema-components.ts";
import { usedComponents } from "./used-components.ts";

/** The parts of an OpenAPI document that do not come from the routes. */
export interface DocumentHead {
  readonly title: string;
  readonly description: string;
  readonly license: JsonObject;
  /** The descriptions of all tags by name, in the order of the document. */
  readonly tags: Readonly<Record<string, string>>;
  /** Headers, examples and responses that operations refer to; unused ones are omitted. */
  readonly components: Readonly<Record<string, JsonObject>>;
}

export interface DocumentedApi {
  /** The prefix of its paths in the server; empty for none. */
  readonly prefix: string;
  readonly app: AnyElysia;
  /** Undefined if no credentials are needed. */
  readonly authentication?: Authentication | undefined;
}

export interface DocumentOptions {
  readonly head: DocumentHead;
  readonly version: string;
  /**
   * Paths of the first API are relative to the server of the document; other APIs have their own
   * server.
   */
  readonly apis: readonly DocumentedApi[];
  /** Returns the URL of a prefix for clients. */
  readonly serverUrl: (prefix: string) => string;
}

/** Returns the OpenAPI document of the routes that have documentation (`detail`). */
export function openApiDocument(options: DocumentOptions): JsonObject {
  const { head, version, apis } = options;
  const { title, description, license } = head;
  const schemas = new SchemaComponents();
  const paths = schemas.rewrite(documentedPaths(options));
  const shared = schemas.rewrite(usedComponents(head.components, paths));
  const usedTags = new Set(operationsIn(paths).flatMap(({ tags }) => tags));
  const servers = apis.slice(0, 1).map(({ prefix }) => ({ url: options.serverUrl(prefix) }));
  const schemes = apis.flatMap(({ authentication }) =>
    allOf(authentication).map(({ schemeName, scheme }) => [schemeName, scheme]),
  );
  return {
    openapi: "3.0.3",
    info: { title, version, description, license },
    servers,
    tags: Object.entries(head.tags)
      .filter(([name]) => usedTags.has(name))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      ...(isJsonObject(shared) ? shared : {}),
      schemas: schemas.schemas,
      ...(schemes.length === 0 ? {} : { securitySchemes: Object.fromEntries(schemes) }),
    },
  };
}

type Paths = Parameters<typeof registerSchemaPath>[0]["schema"];

/** Throws if two APIs have the same path. */
function documentedPaths({ apis, serverUrl }: DocumentOptions): JsonObject {
  const paths: Record<string, unknown> = {};
  for (const [index, api] of apis.entries()) {
    const servers = index === 0 ? {} : { servers: [{ url: serverUrl(api.prefix) }] };
    for (const [template, item] of Object.entries(pathsOf(api))) {
      if (template in paths) {
        throw new Error(`Two documented APIs have the path ${template}`);
      }
      paths[template] = { ...servers, ...item };
    }
  }
  return paths;
}

/** The plugin's own route is not used, because its page loads scripts from another site. */
function pathsOf({ prefix, app, authentication }: DocumentedApi): Paths {
  const security = allOf(authentication).map(({ schemeName }) => ({ [schemeName]: [] }));
  const paths: Paths = {};
  for (const { method, path, hooks } of app.routes) {
    const detail = documentationOf(hooks);
    if (detail !== undefined) {
      registerSchemaPath({
        schema: paths,
        path: path.slice(prefix.length),
        method,
        hook: { detail: { security, ...detail } },
        models: {},
      });
    }
  }
  return paths;
}

function allOf(authentication: Authentication | undefined): readonly Authentication[] {
  return authentication === undefined
    ? []
    : [authentication, ...(authentication.alternatives ?? [])];
}

function operationsIn(paths: unknown): readonly { readonly tags: readonly string[] }[] {
  const items = isJsonObject(paths) ? Object.values(paths).filter(isJsonObject) : [];
  return items.flatMap((item) =>
    Object.values(item)
      .filter(isJsonObject)
      .map(({ tags }) => ({ tags: Array.isArray(tags) ? tags.map(String) : [] })),
  );
}
