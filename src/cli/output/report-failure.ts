import { ConfigError } from "../../config/config-error.ts";
import { describeError } from "../../core/text/describe-error.ts";
import { printable, printableLines } from "../../core/text/printable.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { Output } from "../subcommand.ts";

const exitFault = 1;
const exitUnusable = 2;

/**
 * Prints the error that ended the program, and returns the exit code. The code is 2, with one line,
 * for unusable settings or data. It is 1, with a stack trace, for a fault of the program.
 */
export function reportFailure(error: unknown, output: Pick<Output, "err">): number {
  if (error instanceof StorageError || error instanceof ConfigError) {
    output.err(`gatehouse: ${printable(error.message)}\n`);
    return exitUnusable;
  }
  output.err(`${printableLines(String(error instanceof Error ? error.stack : error))}\n`);
  return exitFault;
}

/** Prints a warning of a command that succeeds. */
export function reportWarning(reason: unknown, output: Pick<Output, "err">): void {
  output.err(`gatehouse: ${printable(describeError(reason))}\n`);
}
