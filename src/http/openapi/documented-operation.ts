import { type TSchema, Type } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";

export interface OperationOptions {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Path parameters: descriptions by name. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, TSchema>>;
  /** The body: parameters as JSON or form-encoded, or a document that must be JSON. */
  readonly body?: { readonly schema: TSchema; readonly isJsonOnly?: boolean };
  readonly success: { readonly status: number; readonly text: string; readonly schema?: TSchema };
  /** Whether it may answer 304 to a conditional request. */
  readonly isConditional?: boolean;
}

/** One refusal of an operation in the documentation. */
export interface DocumentedRefusal {
  readonly status: number;
  readonly text: string;
}

interface DocumentedRefusals {
  readonly refusals: readonly DocumentedRefusal[];
  /** The schema of the body of every refusal. */
  readonly schema: TSchema;
}

/** Returns the documentation of one operation, an OpenAPI Operation Object. */
export function documentedOperation(
  options: OperationOptions,
  refusals: DocumentedRefusals,
): DocumentDecoration {
  const { success } = options;
  return {
    tags: [options.tag],
    summary: options.summary,
    ...(options.description === undefined ? {} : { description: options.description }),
    parameters: [
      ...Object.entries(options.path ?? {}).map(([name, description]) => ({
        name,
        in: "path" as const,
        required: true,
        description,
        schema: { type: "string" as const },
      })),
      ...Object.entries(options.query ?? {}).map(([name, schema]) => ({
        name,
        in: "query" as const,
        required: false,
        description: String(schema.description ?? ""),
        schema,
      })),
    ],
    ...(options.body === undefined ? {} : { requestBody: requestBody(options.body) }),
    responses: {
      [success.status]: {
        description: success.text,
        ...(success.schema === undefined ? {} : { content: json(success.schema) }),
      },
      ...(options.isConditional === true
        ? { 304: { description: "The client has the content" } }
        : {}),
      ...refusalResponses(refusals),
    },
  };
}

/** Returns the schema of an optional text parameter of the query. */
export function textParameter(description: string) {
  return Type.Optional(Type.String({ description }));
}

function requestBody({ schema, isJsonOnly }: NonNullable<OperationOptions["body"]>) {
  return {
    required: Array.isArray(schema.required),
    content: {
      ...json(schema),
      ...(isJsonOnly === true ? {} : { "application/x-www-form-urlencoded": { schema } }),
    },
  };
}

function json(schema: TSchema) {
  return { "application/json": { schema } };
}

/** Refusals of the same status share an entry. */
function refusalResponses({ refusals, schema }: DocumentedRefusals) {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      { description: group.map(({ text }) => text).join("; "), content: json(schema) },
    ]),
  );
}
