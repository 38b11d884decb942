import type { Mode } from "../config/option.ts";
import { GatehouseError } from "../errors.ts";
import { AdministrationError } from "./administration-error.ts";
import type { Administered, AdministeredServer } from "./administration-operation.ts";
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
  readonly #siteUrl: () => string | undefined;

  /**
   * `mode` is that of the server that uses the data. `siteUrl` returns the URL of its web UI for
   * printed links, without a slash at its end, or undefined if that is not known.
   */
  constructor(
    administered: Administered,
    mode: Mode = "hosted",
    siteUrl: () => string | undefined = () => undefined,
  ) {
    this.#administered = administered;
    this.#mode = mode;
    this.#siteUrl = siteUrl;
  }

  readonly administer: Administer = (name, input) => this.run(name, input);

  /** Like `administer`, for an input that is not checked yet. */
  run<Name extends AdministrationOperationName>(
    name: Name,
    input: unknown,
  ): Promise<OutputOf<Name>> {
    const { run } = administrationOperations[name];
    return this.#do(name, (administered) => run(input, administered));
  }

  async #do<Result>(
    name: AdministrationOperationName,
    work: (administered: AdministeredServer) => Promise<Result>,
  ): Promise<Result> {
    const { hostedOnly } = administrationOperations[name];
    if (hostedOnly !== undefined && this.#mode !== "hosted") {
      throw new AdministrationError(hostedOnly);
    }
    try {
      const site = { mode: this.#mode, siteUrl: this.#siteUrl() };
      return await work({ ...this.#administered, site });
    } catch (error) {
      if (error instanceof GatehouseError) {
        throw new AdministrationError(error.message, { cause: error });
      }
      throw error;
    }
  }
}
