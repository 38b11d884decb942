import { ConfigError } from "../../config/config-error.ts";
import { switchOption } from "../../config/option.ts";
import { printable } from "../../core/text/printable.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import type { Output } from "../subcommand.ts";

export const yesOption = switchOption({
  flag: "yes",
  description: "Does not ask for confirmation; required without a terminal.",
});

const yesWords: ReadonlySet<string> = new Set(["y", "yes"]);

/** Refuses a command that needs a confirmation if there is no terminal. Throws a ConfigError. */
export function requireAnswerable({ ask }: Output, isConfirmed: boolean): void {
  if (!isConfirmed && ask === undefined) {
    throw new ConfigError("there is no terminal to ask for confirmation; --yes skips the question");
  }
}

/** Asks the user at the terminal. Rejects with a CommandRefusal unless the answer is yes. */
export async function confirm({ ask }: Output, question: string): Promise<void> {
  const answer = (await ask?.(`${printable(question)} [y/N] `)) ?? "";
  if (!yesWords.has(answer.trim().toLowerCase())) {
    throw new CommandRefusal("nothing was changed");
  }
}
