import type { Static, TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { quoted } from "../config/quoted.ts";
import type { Command } from "../writer/writer.ts";
import { AdministrationError } from "./administration-error.ts";

/** Something an administrator may have done, whatever carries the wish: the shell, the socket. */
export interface Operation<Input, Output> {
  /** What is wrong with an input; undefined for nothing. */
  readonly problem: (input: unknown) => InputProblem | undefined;
  /** The command that an input amounts to. Throws an AdministrationError for no input of this. */
  readonly command: (input: unknown) => Command<Output>;
  /** What another process says the output was. Throws if it is no output of this. */
  readonly output: (value: unknown) => Output;
  /** Never called: keeps the input's type with the operation. */
  readonly accepts: (input: Input) => void;
}

export interface InputProblem {
  /** The input's property, such as `email`; empty for the input itself. */
  readonly property: string;
  /** What the property must be, and is not: "must be …, not …". */
  readonly reason: string;
}

interface Definition<InputSchema extends TSchema, OutputSchema extends TSchema> {
  readonly input: InputSchema;
  readonly output: OutputSchema;
  /** A writer's command: it refuses by throwing, and then nothing has changed. */
  readonly work: (
    draft: Parameters<Command<unknown>>[0],
    input: Static<InputSchema>,
  ) => Static<OutputSchema>;
}

export function operation<InputSchema extends TSchema, OutputSchema extends TSchema>({
  input: inputSchema,
  output: outputSchema,
  work,
}: Definition<InputSchema, OutputSchema>): Operation<Static<InputSchema>, Static<OutputSchema>> {
  return {
    problem: (input) => problemOf(inputSchema, input),
    command(input) {
      if (!Value.Check(inputSchema, input)) {
        const { property, reason } = problemOf(inputSchema, input) ?? notAnInput;
        throw new AdministrationError(`${property || "the input"} ${reason}`);
      }
      return (draft) => work(draft, input);
    },
    output(value) {
      if (!Value.Check(outputSchema, value)) {
        throw new AdministrationError("the running server gave an answer of another version");
      }
      return value;
    },
    accepts: () => undefined,
  };
}

const notAnInput: InputProblem = { property: "", reason: "is not understood" };

function problemOf(schema: TSchema, input: unknown): InputProblem | undefined {
  const error = Value.Errors(schema, input).First();
  return error && { property: error.path.split("/")[1] ?? "", reason: reasonOf(error) };
}

function reasonOf({ schema, value, message }: ValueError): string {
  const must =
    schema.description === undefined ? `is wrong: ${message}` : `must be ${schema.description}`;
  return typeof value === "string" || typeof value === "number"
    ? `${must}, not ${quoted(String(value))}`
    : must;
}
