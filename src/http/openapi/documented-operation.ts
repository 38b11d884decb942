import { type TSchema, Type } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";
import { type Refusal, refusals } from "../../errors.ts";
import { ErrorModel } from "../../flipper-api/errors/error-model.ts";
import { statusOf } from "../../flipper-api/errors/error-response.ts";

export interface OperationOptions {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, TSchema>>;
  /** The parameters of the body, as JSON or form-encoded; or a document that is JSON only. */
  readonly body?: { readonly schema: TSchema; readonly isJsonOnly?: boolean };
  readonly success: { readonly status: number; readonly text: string; readonly schema?: TSchema };
  /** Whether it answers 304 to those who have what it would answer. */
  readonly isConditional?: boolean;
  /** What it may be refused for, besides what every route may. */
  readonly refusals?: readonly Refusal[];
}

const everywhere: readonly Refusal[] = ["request_invalid", "internal"];
/** What any route that reads a body may refuse. */
export const onWrites: readonly Refusal[] = [
  "body_too_large",
  "media_type_unsupported",
  "unavailable",
];

/** The documentation of one operation, OpenAPI's Operation Object. */
export function operation(options: OperationOptions): DocumentDecoration {
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
      ...(options.isConditional === true ? { 304: { description: "The client has it" } } : {}),
      ...errorResponses([
        ...everywhere,
        ...(options.body === undefined ? [] : onWrites),
        ...(options.refusals ?? []),
      ]),
    },
  };
}

/** A text parameter of the query. */
export function text(description: string) {
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

function errorResponses(names: readonly Refusal[]) {
  const byStatus = Map.groupBy(new Set(names), statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group
          .map((name) => `${refusals[name].message} (code ${refusals[name].code})`)
          .join("; "),
        content: json(ErrorModel),
      },
    ]),
  );
}
