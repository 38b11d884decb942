import { type TSchema, Type } from "@sinclair/typebox";
import type { DocumentDecoration } from "elysia";
import { type DocumentedParameter, parametersIn } from "./documented-parameter.ts";

export interface OperationOptions {
  /** The name of the operation in generated clients: the same in every deployment. */
  readonly id: string;
  /** Undefined for the tag of the route's plugin. */
  readonly tag?: string | undefined;
  readonly summary: string;
  readonly description: string;
  readonly path?: Readonly<Record<string, DocumentedParameter>>;
  readonly query?: Readonly<Record<string, DocumentedParameter>>;
  readonly headers?: Readonly<Record<string, DocumentedParameter>>;
  readonly body?: DocumentedBody;
  readonly answers: readonly DocumentedAnswer[];
}

/** The body: parameters as JSON or form-encoded, or a document that must be JSON. */
interface DocumentedBody {
  readonly schema: TSchema;
  readonly example?: unknown;
  readonly isJsonOnly?: boolean;
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly text: string;
  /** The names of response headers among the components of the document. */
  readonly headers?: readonly string[];
  /** An example of an answer in plain text. */
  readonly plain?: string;
  /** An example of a stream of events. */
  readonly events?: string;
  /** The media type of an answer that is a file. */
  readonly file?: string;
  readonly json?: { readonly schema: TSchema; readonly example?: unknown };
}

/** A response, or a reference to one of the components of the document. */
export type DocumentedResponses = NonNullable<DocumentDecoration["responses"]>;

/** Returns the documentation of one operation, an OpenAPI Operation Object. */
export function documentedOperation(
  options: OperationOptions,
  refusals: DocumentedResponses = {},
): DocumentDecoration {
  return {
    operationId: options.id,
    ...(options.tag === undefined ? {} : { tags: [options.tag] }),
    summary: options.summary,
    description: options.description,
    parameters: [
      ...parametersIn("path", options.path),
      ...parametersIn("query", options.query),
      ...parametersIn("header", options.headers),
    ],
    ...(options.body === undefined ? {} : { requestBody: requestBody(options.body) }),
    responses: {
      ...Object.fromEntries(
        options.answers.map((answer) => [String(answer.status), responseOf(answer)]),
      ),
      ...refusals,
    },
  };
}

/** Returns references to headers among the components of the document. */
export function headerReferences(names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
  );
}

function responseOf({ text, headers = [], json, plain, events, file }: DocumentedAnswer) {
  return {
    description: text,
    ...(headers.length === 0 ? {} : { headers: headerReferences(headers) }),
    ...(json === undefined ? {} : { content: { "application/json": { ...json } } }),
    ...(plain === undefined
      ? {}
      : { content: { "text/plain": { schema: Type.String(), example: plain } } }),
    ...(events === undefined
      ? {}
      : { content: { "text/event-stream": { schema: Type.String(), example: events } } }),
    ...(file === undefined
      ? {}
      : { content: { [file]: { schema: Type.String({ format: "binary" }) } } }),
  };
}

function requestBody({ schema, example, isJsonOnly }: DocumentedBody) {
  const media = { schema, ...(example === undefined ? {} : { example }) };
  return {
    required: true,
    content: {
      "application/json": media,
      ...(isJsonOnly === true ? {} : { "application/x-www-form-urlencoded": media }),
    },
  };
}
