import type { Example, Program, Subcommand, SubcommandGroup } from "../subcommand.ts";
import { bashCompletion } from "./bash-completion.ts";
import { completedSyntax } from "./completed-syntax.ts";
import { type NameLookups, namesOptions, namesSubcommand } from "./completion-names-subcommand.ts";
import { fishCompletion } from "./fish-completion.ts";
import { zshCompletion } from "./zsh-completion.ts";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
export type CompletingShell = keyof typeof scripts;

const examples: Readonly<Record<CompletingShell, Example>> = {
  bash: {
    line: "gatehouse completion bash > ~/.local/share/bash-completion/completions/gatehouse",
    text: "Completes in every new bash, if bash-completion is installed.",
  },
  zsh: {
    line: "gatehouse completion zsh > ~/.zsh/completions/_gatehouse",
    text: "Completes in every new zsh, if ~/.zshrc adds that directory to fpath before compinit.",
  },
  fish: {
    line: "gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish",
    text: "Completes in every fish.",
  },
};

/** The completion script of a shell (docs/cli.md#completion). */
export function completionScript(shell: CompletingShell, program: Program): string {
  const flags = namesOptions.flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag}`]));
  return scripts[shell](completedSyntax(program), flags);
}

/** `gatehouse completion …`: completion scripts for shells. */
export function completionSubcommands(
  program: () => Program,
  lookups: NameLookups,
): SubcommandGroup {
  const scriptCommand = (shell: CompletingShell): Subcommand => ({
    name: shell,
    summary: `Prints the script with which ${shell} completes commands, flags, features and environments.`,
    examples: [examples[shell]],
    options: [],
    positionals: [],
    run: ({ output }) => {
      output.out(completionScript(shell, program()));
      return Promise.resolve(0);
    },
  });
  return {
    name: "completion",
    summary: "Prints scripts with which shells complete commands at the Tab key.",
    commands: [
      scriptCommand("bash"),
      scriptCommand("zsh"),
      scriptCommand("fish"),
      namesSubcommand(lookups),
    ],
  };
}
