import type { Mode } from "../config/option.ts";
import { GatehouseError } from "../errors.ts";
import { AdministrationError } from "./administration-error.ts";
import type { Administered } from "./administration-operation.ts";
import {
  type AdministrationOperationName,
  administrationOperations,
  type InputOf,
  type OutputOf,
} from "./administration-operations.ts";

/**
 * Does an operation, in this process or in the running server. Rejects with an AdministrationError
 * whose message is the reason.
 */
export type Administer = <Name extends AdministrationOperationName>(
  name: Name,
  input: InputOf<Name>,
) => Promise<OutputOf<Name>>;

/**
 * Administers the state that this process writes. Every operation is one command of the writer,
 * also an operation that only reads: it reports only stored data, and its changes apply from the
 * next request on.
 */
export class Administration {
  readonly #administered: Administered;
  readonly #mode: Mode;

  /** `mode` is that of the server that uses the data. */
  constructor(administered: Administered, mode: Mode = "hosted") {
    this.#administered = administered;
    this.#mode = mode;
  }

  readonly administer: Administer = (name, input) => this.run(name, input);

  /** Like `administer`, for an input that is not checked yet. */
  async run<Name extends AdministrationOperationName>(
    name: Name,
    input: unknown,
  ): Promise<OutputOf<Name>> {
    const { run, hostedOnly } = administrationOperations[name];
    if (hostedOnly !== undefined && this.#mode !== "hosted") {
      throw new AdministrationError(hostedOnly);
    }
    try {
      return await run(input, this.#administered);
    } catch (error) {
      if (error instanceof GatehouseError) {
        throw new AdministrationError(error.message, { cause: error });
      }
      throw error;
    }
  }
}
