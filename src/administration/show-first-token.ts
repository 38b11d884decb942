import { newTokenValue } from "../secrets/token-value.ts";
import { printable } from "../text/printable.ts";
import type { Writer } from "../writer/writer.ts";
import { type FirstStartFile, writeFirstStartFile } from "./first-start-file.ts";
import { ensureFirstToken } from "./first-token.ts";

const fileAdvice = "Remove this file once the token is in a safe place.\n";

export interface FirstTokenOptions {
  readonly writer: Writer;
  readonly presetValue: string | undefined;
  readonly directory: string;
  /** What to show with a token. */
  readonly notice: (value: string) => string;
  readonly print: (text: string) => void;
  /** Whether `print` writes to a terminal; the output of a service ends in a log. */
  readonly isTerminal: boolean;
}

/**
 * Ensures the first token (`ensureFirstToken`) and shows a new one once: on a terminal, else in
 * first-start.txt in the data directory, whose path is printed. The file is written before the
 * token is stored, so that no token is stored that nobody can know.
 */
export async function showFirstToken(options: FirstTokenOptions): Promise<void> {
  const { writer, presetValue, directory, notice, print, isTerminal } = options;
  if (presetValue !== undefined || !writer.state.tokens.isEmpty()) {
    await writer.submit((draft) => ensureFirstToken(draft, presetValue));
    return;
  }
  const value = newTokenValue();
  const file = isTerminal ? null : writeFirstStartFile(directory, notice(value) + fileAdvice);
  if (await isStored(writer, value, file)) {
    print(
      file === null
        ? notice(value)
        : `the token of this first start is in ${printable(file.path)}\n`,
    );
  } else {
    // A command of the shell has created a token since the server was opened.
    file?.remove();
  }
}

async function isStored(
  writer: Writer,
  value: string,
  file: FirstStartFile | null,
): Promise<boolean> {
  try {
    return (await writer.submit((draft) => ensureFirstToken(draft, undefined, value))) !== null;
  } catch (error) {
    file?.remove();
    throw error;
  }
}
