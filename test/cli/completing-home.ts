import { expect } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { documentedProgram } from "../../packaging/documented-program.ts";
import type { NameLookups } from "../../src/cli/completion/completion-line-subcommand.ts";
import { completionSubcommands } from "../../src/cli/completion/completion-subcommands.ts";
import { projectOption } from "../../src/cli/options/common-options.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { settings } from "../../src/config/settings.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { type InteractiveShell, ShellTerminal } from "./shell-terminal.ts";

/** Names that a shell would run, divide or expand, if a completion did not quote them. */
export const features = [
  "my feature",
  "team:search",
  "team:sort",
  "it's",
  'a"b',
  "$(touch made)",
  "`touch made`",
  "semi;touch made",
  "back\\slash",
  "größe",
  "#hash",
  "~tilde",
  "ex!claim",
  "star*",
  "a=b",
  "{a,b}",
  "&and",
  "per%cent",
  "👍 ok",
];
const environments = ["production", "load-test", "staging"];

/** A `gatehouse` that runs in this process: it sends its words to a port, and prints the answer. */
const forwardingProgram = (port: number) => `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' "$#" "$@" >&3
cat <&3
`;

/** A shell that completes, and how it is prepared to read a script. */
export interface Completing {
  readonly name: string;
  readonly program: string;
  readonly shell: (script: string) => Omit<InteractiveShell, "variables">;
}

async function printed(argv: readonly string[], HOME = "", program = documentedProgram) {
  const texts: string[] = [];
  const output = { out: (text: string) => void texts.push(text), err: () => undefined };
  await runCli(argv, { HOME }, output, program);
  return texts.join("");
}

async function scriptOf(shell: string): Promise<string> {
  const script = await printed(["completion", shell]);
  expect(script).toContain("command gatehouse completion line -- ");
  return script;
}

/** A home directory in which a shell completes, and a `gatehouse` on its PATH that knows the names above. */
export class CompletingHome extends TemporaryDirectory {
  /** The looked up names, with the options that say where they are. */
  readonly lookups: (readonly [string, string, string | undefined])[] = [];
  readonly #server = Bun.listen<{ text: string }>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = { text: "" };
      },
      data: async (socket, bytes) => {
        socket.data.text += bytes.toString();
        const [count, ...words] = socket.data.text.split("\0").slice(0, -1);
        if (words.length === Number(count)) {
          socket.end(await printed(words, this.path, this.#program));
        }
      },
    },
  });
  readonly #program = {
    ...documentedProgram,
    commands: documentedProgram.commands.map((command) =>
      command.name === "completion"
        ? completionSubcommands(() => documentedProgram, this.#names())
        : command,
    ),
  };

  #names(): NameLookups {
    const names = { features, environments };
    const lookUp =
      (kind: keyof typeof names): NameLookups["features"] =>
      async (given) => {
        this.lookups.push([kind, given.valueOf(settings.data), given.valueOf(projectOption)]);
        return names[kind];
      };
    return { features: lookUp("features"), environments: lookUp("environments") };
  }

  async start({ program, shell }: Completing): Promise<ShellTerminal> {
    const script = join(this.path, `completion.${program}`);
    await Bun.write(script, await scriptOf(program));
    await Bun.write(join(this.path, "functions/_gatehouse"), await scriptOf("zsh"));
    await Bun.write(join(this.path, "certificates/server.pem"), "");
    await Bun.write(join(this.path, "bin/gatehouse"), forwardingProgram(this.#server.port));
    await chmod(join(this.path, "bin/gatehouse"), 0o755);
    const variables = { PATH: `${this.path}/bin:/usr/bin:/bin`, INPUTRC: "/dev/null" };
    return new ShellTerminal({ ...shell(script), variables }, this.path);
  }

  override [Symbol.dispose](): void {
    this.#server.stop(true);
    super[Symbol.dispose]();
  }
}
