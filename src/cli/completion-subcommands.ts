import { bashCompletion } from "./bash-completion.ts";
import { type CompletedEntry, completedSyntax } from "./completed-syntax.ts";
import type { NameLookups } from "./completion-names-subcommand.ts";
import { namesOptions, namesSubcommand } from "./completion-names-subcommand.ts";
import { fishCompletion } from "./fish-completion.ts";
import type { Example, Program, Subcommand, SubcommandGroup } from "./subcommand.ts";
import { zshCompletion } from "./zsh-completion.ts";

type Script = (entries: readonly CompletedEntry[], namesFlags: readonly string[]) => string;

/** `gatehouse completion …`: scripts with which shells complete the commands (docs/cli.md#completion). */
export function completionSubcommands(
  program: () => Program,
  lookups: NameLookups,
): SubcommandGroup {
  const scriptCommand = (shell: string, script: Script, example: Example): Subcommand => ({
    name: shell,
    summary: `Prints the script with which ${shell} completes commands, flags, features and environments.`,
    examples: [example],
    options: [],
    positionals: [],
    run: ({ output }) => {
      output.out(script(completedSyntax(program()), namesFlags));
      return Promise.resolve(0);
    },
  });
  return {
    name: "completion",
    summary: "Prints scripts with which shells complete commands at the Tab key.",
    commands: [
      scriptCommand("bash", bashCompletion, {
        line: "gatehouse completion bash > ~/.local/share/bash-completion/completions/gatehouse",
        text: "Completes in every new bash, if bash-completion is installed.",
      }),
      scriptCommand("zsh", zshCompletion, {
        line: "gatehouse completion zsh > ~/.zsh/completions/_gatehouse",
        text: "Completes in every new zsh, if ~/.zshrc adds that directory to fpath before compinit.",
      }),
      scriptCommand("fish", fishCompletion, {
        line: "gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish",
        text: "Completes in every fish.",
      }),
      namesSubcommand(lookups),
    ],
  };
}

const namesFlags = namesOptions.flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag}`]));
