import { GatehouseError } from "../errors.ts";
import type { Writer } from "../writer/writer.ts";
import { AdministrationError } from "./administration-error.ts";
import {
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
} from "./administration-operations.ts";

/** Has an operation done, by whoever can; rejects with an AdministrationError that says why not. */
export type Administer = <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
) => Promise<OutputOf<Name>>;

/**
 * Administration of a state that this process writes. Every operation is one command of the
 * writer, reads too: what it reports was stored, and what it changes holds from the next request
 * on.
 */
export class Administration {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  readonly administer: Administer = (name, input) => this.run(name, input);

  /** As `administer`, for an input of unknown form. */
  async run<Name extends OperationName>(name: Name, input: unknown): Promise<OutputOf<Name>> {
    const command = operations[name].command(input);
    try {
      return await this.#writer.submit(command);
    } catch (error) {
      if (error instanceof GatehouseError) {
        throw new AdministrationError(error.message, { cause: error });
      }
      throw error;
    }
  }
}
