import type { Example, Program, Subcommand, SubcommandGroup } from "../subcommand.ts";
import bash from "./completion.bash" with { type: "text" };
import fish from "./completion.fish" with { type: "text" };
import zsh from "./completion.zsh" with { type: "text" };
import { lineSubcommand, type NameLookups } from "./completion-line-subcommand.ts";

/** The completion scripts (docs/cli.md#completion). They run `gatehouse completion line`. */
export const completionScripts = { bash, zsh, fish } as const;
export type CompletingShell = keyof typeof completionScripts;

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
      output.out(completionScripts[shell]);
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
      lineSubcommand(program, lookups),
    ],
  };
}
