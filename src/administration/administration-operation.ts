import type { Static, TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { quote } from "../config/quote.ts";
import type { Draft } from "../model/draft.ts";
import type { Writer } from "../writer/writer.ts";
import { AdministrationError } from "./administration-error.ts";

/**
 * An operation of an administrator, sent by a shell command or through the administration socket.
 */
export interface AdministrationOperation<Input, Output> {
  /** The first problem of an input; undefined for a valid input. */
  readonly problem: (input: unknown) => InputProblem | undefined;
  /**
   * Does the operation as one command of the writer. Rejects with an AdministrationError for an
   * invalid input, and as `Writer.submit` does.
   */
  readonly submit: (writer: Writer, input: unknown) => Promise<Output>;
  /**
   * Checks an output that the running server sent. Throws an AdministrationError if its form is
   * wrong.
   */
  readonly output: (value: unknown) => Output;
  /** Why the operation is refused in mountable mode; undefined for one that works in both modes. */
  readonly hostedOnly: string | undefined;
  /** Never called: keeps the input type in the operation's type. */
  readonly accepts: (input: Input) => void;
}

export interface InputProblem {
  /** The property of the input, such as `email`; empty for the input itself. */
  readonly property: string;
  /** What the property must be, and which value it has: "must be …, not …". */
  readonly reason: string;
}

interface Schemas<InputSchema extends TSchema, OutputSchema extends TSchema> {
  readonly input: InputSchema;
  readonly output: OutputSchema;
  readonly hostedOnly?: string;
}

interface Definition<InputSchema extends TSchema, OutputSchema extends TSchema>
  extends Schemas<InputSchema, OutputSchema> {
  /** A writer's command. It refuses by throwing, and then nothing has changed. */
  readonly work: (draft: Draft, input: Static<InputSchema>) => Static<OutputSchema>;
}

interface SteppedDefinition<InputSchema extends TSchema, OutputSchema extends TSchema>
  extends Schemas<InputSchema, OutputSchema> {
  /** A writer's command that takes long. */
  readonly work: (
    draft: Draft,
    input: Static<InputSchema>,
  ) => Generator<void, Static<OutputSchema>>;
}

export function administrationOperation<InputSchema extends TSchema, OutputSchema extends TSchema>({
  work,
  ...schemas
}: Definition<InputSchema, OutputSchema>): AdministrationOperation<
  Static<InputSchema>,
  Static<OutputSchema>
> {
  return operation(schemas, (writer, input) => writer.submit((draft) => work(draft, input)));
}

/** An operation whose command runs in steps. */
export function steppedAdministrationOperation<
  InputSchema extends TSchema,
  OutputSchema extends TSchema,
>({
  work,
  ...schemas
}: SteppedDefinition<InputSchema, OutputSchema>): AdministrationOperation<
  Static<InputSchema>,
  Static<OutputSchema>
> {
  return operation(schemas, (writer, input) => writer.submitInSteps((draft) => work(draft, input)));
}

function operation<InputSchema extends TSchema, OutputSchema extends TSchema>(
  { input: inputSchema, output: outputSchema, hostedOnly }: Schemas<InputSchema, OutputSchema>,
  submit: (writer: Writer, input: Static<InputSchema>) => Promise<Static<OutputSchema>>,
): AdministrationOperation<Static<InputSchema>, Static<OutputSchema>> {
  return {
    problem: (input) => problemOf(inputSchema, input),
    async submit(writer, input) {
      if (!Value.Check(inputSchema, input)) {
        const { property, reason } = problemOf(inputSchema, input) ?? invalidInput;
        throw new AdministrationError(`${property || "the input"} ${reason}`);
      }
      return submit(writer, input);
    },
    output(value) {
      if (!Value.Check(outputSchema, value)) {
        throw new AdministrationError(
          "the running server sent an answer of another Gatehouse version",
        );
      }
      return value;
    },
    hostedOnly,
    accepts: () => undefined,
  };
}

const invalidInput: InputProblem = { property: "", reason: "is invalid" };

function problemOf(schema: TSchema, input: unknown): InputProblem | undefined {
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
