import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";

/** What a route declares. */
export interface RouteDeclaration<Refusal extends string> {
  readonly params: TObject | undefined;
  readonly query: TObject | undefined;
  readonly headers: TObject | undefined;
  readonly body: TSchema | undefined;
  readonly readsBody: boolean;
  /** The answers by status. */
  readonly response: Readonly<Record<string, unknown>>;
  readonly refuses: readonly Refusal[];
  readonly detail: DocumentDecoration;
}

const schemaSlots = ["params", "query", "headers", "body", "response", "refuses", "readsBody"];

/** `transform` has checked the request, and the document exists: Elysia must do neither again. */
export function replaceSchemas(hook: object, replacement: object): void {
  for (const slot of schemaSlots) {
    Reflect.deleteProperty(hook, slot);
  }
  Object.assign(hook, replacement);
}

/** Returns what the hook of a route declares. */
export function declarationIn<Refusal extends string>(hook: object): RouteDeclaration<Refusal> {
  const { params, query, headers, body, response, refuses, readsBody, detail } = hook as Readonly<
    Record<string, unknown>
  >;
  return {
    params: objectSchema(params),
    query: objectSchema(query),
    headers: objectSchema(headers),
    body: body as TSchema | undefined,
    readsBody: readsBody === true,
    response: (response ?? {}) as Readonly<Record<string, unknown>>,
    refuses: (refuses ?? []) as readonly Refusal[],
    detail: (detail ?? {}) as DocumentDecoration,
  };
}

function objectSchema(schema: unknown): TObject | undefined {
  if (schema === undefined || TypeGuard.IsObject(schema)) {
    return schema;
  }
  throw new Error("The parameters of a route are declared by an object schema");
}
