import type { Static, TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import type { Mode } from "../config/option.ts";
import { decodeUtf8 } from "../http/request/decode-utf8.ts";
import { parseJson } from "../http/request/json-document.ts";
import { readBody } from "../http/request/request-body.ts";
import type { Draft } from "../model/draft.ts";
import { quote } from "../text/quote.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import type { Writer } from "../writer/writer.ts";
import { AdministrationError } from "./administration-error.ts";

/**
 * An operation of an administrator, sent by a shell command or through the administration socket.
 */
export interface AdministrationOperation<Input, Output> {
  /** The first problem of an input; undefined for a valid input. */
  readonly problem: (input: unknown) => InputProblem | undefined;
  /** The request that sends an input to the running server (docs/operations.md#data-directory). */
  readonly request: (input: Input) => OperationRequest;
  /** Reads the input in a request. Throws a GatehouseError if it cannot be decoded. */
  readonly receive: (request: Request) => Promise<unknown>;
  /**
   * Does the operation; resolves when it is durable. Throws an AdministrationError for an invalid
   * input, and a GatehouseError if a rule refuses it.
   */
  readonly run: (input: unknown, administered: AdministeredServer) => Promise<Output>;
  /**
   * Checks an output that the running server sent. Throws an AdministrationError if its form is
   * wrong.
   */
  readonly output: (value: unknown) => Output;
  /** The form of the output, for the documents of the shell. */
  readonly outputSchema: TSchema;
  /** Why the operation is refused in mountable mode; undefined for one that works in both modes. */
  readonly hostedOnly: string | undefined;
}

export interface OperationRequest {
  /** The query with its question mark; empty for none. */
  readonly search: string;
  readonly body: string;
}

/** What operations work on. */
export interface Administered {
  readonly writer: Writer;
  /** Missing where no server keeps endpoints, as in some tests. */
  readonly webhooks?: WebhookService | undefined;
}

/** The server that uses the data, or the last one that did. */
export interface ServedSite {
  readonly mode: Mode;
  /** The URL of the web UI, without a slash at its end; undefined if it is not known. */
  readonly siteUrl: string | undefined;
}

export interface AdministeredServer extends Administered {
  readonly site: ServedSite;
}

export interface InputProblem {
  /** The property of the input, such as `email`; empty for the input itself. */
  readonly property: string;
  /** What the property must be, and which value it has: "must be …, not …". */
  readonly reason: string;
}

interface Definition<InputSchema extends TSchema, OutputSchema extends TSchema> {
  readonly input: InputSchema;
  readonly output: OutputSchema;
  readonly hostedOnly?: string;
  /** A command of the writer. If it throws, nothing is changed. */
  readonly work: (
    draft: Draft,
    input: Static<InputSchema>,
    site: ServedSite,
  ) => Static<OutputSchema>;
}

/** The author of changes in the log. */
export const shellAuthor = "shell";

/** Far more than any operation needs. */
const bodyBytesMax = 1024 * 1024;
const bodyLimits = { bytesMax: bodyBytesMax, inflatedBytesMax: bodyBytesMax };

export function administrationOperation<InputSchema extends TSchema, OutputSchema extends TSchema>({
  input: inputSchema,
  output: outputSchema,
  hostedOnly,
  work,
}: Definition<InputSchema, OutputSchema>): AdministrationOperation<
  Static<InputSchema>,
  Static<OutputSchema>
> {
  return {
    problem: (input) => problemOf(inputSchema, input),
    request: (input) => ({ search: "", body: JSON.stringify(input) }),
    receive: receiveJson,
    run: async (input, { writer, site }) => {
      const checked = checkedInput(inputSchema, input);
      return writer.submit((draft) => {
        draft.author = shellAuthor;
        return work(draft, checked, site);
      });
    },
    output: (value) => checkedOutput(outputSchema, value),
    outputSchema,
    hostedOnly,
  };
}

/** Reads the input of an operation that is sent as JSON. Throws a GatehouseError. */
export async function receiveJson(request: Request): Promise<unknown> {
  const body = await readBody(request, bodyLimits, { lengthEnforced: true });
  return parseJson(decodeUtf8(body));
}

/** Throws an AdministrationError for an input of another form. */
export function checkedInput<Schema extends TSchema>(
  schema: Schema,
  input: unknown,
): Static<Schema> {
  if (!Value.Check(schema, input)) {
    const { property, reason } = problemOf(schema, input) ?? invalidInput;
    throw new AdministrationError(`${property || "the input"} ${reason}`);
  }
  return input;
}

/** Throws an AdministrationError for an output of another form. */
export function checkedOutput<Schema extends TSchema>(
  schema: Schema,
  output: unknown,
): Static<Schema> {
  if (!Value.Check(schema, output)) {
    throw new AdministrationError("the running server sent an answer of another Gatehouse version");
  }
  return output;
}

const invalidInput: InputProblem = { property: "", reason: "is invalid" };

/** The first problem of an input; undefined for a valid input. */
export function problemOf(schema: TSchema, input: unknown): InputProblem | undefined {
  const error = Value.Errors(schema, input).First();
  return error && { property: error.path.split("/")[1] ?? "", reason: reasonOf(error) };
}

function reasonOf({ schema, value, message }: ValueError): string {
  const must =
    schema.description === undefined ? `is wrong: ${message}` : `must be ${schema.description}`;
  return typeof value === "string" || typeof value === "number"
    ? `${must}, not ${quote(String(value))}`
    : must;
}
