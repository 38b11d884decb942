import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Completing, CompletingHome, features } from "./completing-home.ts";

const isRequired = process.env.CI === "true";
const bashCompletion = "/usr/share/bash-completion/bash_completion";
const printLine = (line: string) => `printf "\\036%s\\037" "${line}"`;

const bash = (name: string, before: string): Completing => ({
  name,
  program: "bash",
  shell: (script) => ({
    argv: ["bash", "--norc", "-i"],
    setUp: [
      before,
      `bind -x '"\\C-o": ${printLine("$READLINE_LINE")}'`,
      "bind 'set completion-query-items 0'",
      "bind 'set page-completions off'",
      `source ${script}`,
    ].join("; "),
  }),
});

const zshLine = `show() { ${printLine("$BUFFER")} }; zle -N show; bindkey -e; bindkey '^O' show`;

const shells: readonly Completing[] = [
  bash("bash", "true"),
  bash(
    "bash without a break at colons",
    `COMP_WORDBREAKS=$(printf %s "$COMP_WORDBREAKS" | tr -d :)`,
  ),
  ...(existsSync(bashCompletion)
    ? [bash("bash with bash-completion", `source ${bashCompletion}`)]
    : []),
  {
    name: "zsh that reads the script",
    program: "zsh",
    shell: (script) => ({
      argv: ["zsh", "-f", "-i"],
      setUp: `autoload -Uz compinit; compinit -D -u; LISTMAX=1000; source ${script}; ${zshLine}`,
    }),
  },
  {
    name: "zsh with the script among its functions",
    program: "zsh",
    shell: () => ({
      argv: ["zsh", "-f", "-i"],
      setUp: `fpath=(~/functions $fpath); autoload -Uz compinit; compinit -D -u; LISTMAX=1000; ${zshLine}`,
    }),
  },
  {
    name: "fish",
    program: "fish",
    shell: (script) => ({
      argv: ["fish", "--no-config", "-i"],
      setUp: `function show; printf '\\036%s\\037' (commandline | string collect); end; bind \\co show; source ${script}`,
    }),
  },
];

/** What is typed, and the line after the Tab key; without one the line stays as it is. */
const rows: readonly (readonly [string, string?])[] = [
  ["gatehouse ver", "gatehouse version "],
  ["gatehouse token cr", "gatehouse token create "],
  ["gatehouse help token rev", "gatehouse help token revoke "],
  ["gatehouse nothing tok"],
  ["gatehouse completion n"],
  ["gatehouse --he", "gatehouse --help "],
  ["gatehouse token list --revo", "gatehouse token list --revoked "],
  ["gatehouse token list --revoked --revo"],
  [
    "gatehouse webhook create --event feature.created --ev",
    "gatehouse webhook create --event feature.created --event ",
  ],
  ["gatehouse token create --access read_o", "gatehouse token create --access read_only "],
  ["gatehouse token create --access=read_o", "gatehouse token create --access=read_only "],
  ["gatehouse token create --name read_o"],
  ["gatehouse group strict of", "gatehouse group strict off "],
  ["gatehouse limits set self", "gatehouse limits set self_hosted "],
  ["gatehouse environment delete sta", "gatehouse environment delete staging "],
  ["gatehouse export --environment l", "gatehouse export --environment load-test "],
  ["gatehouse export --environment=l", "gatehouse export --environment=load-test "],
  ["gatehouse environment mirror staging my", "gatehouse environment mirror staging my\\ feature "],
  [
    "gatehouse environment mirror a b --json c gr",
    "gatehouse environment mirror a b --json c größe ",
  ],
  [
    "gatehouse serve --tls-cert certificates/s",
    "gatehouse serve --tls-cert certificates/server.pem ",
  ],
  ["gatehouse import cert", "gatehouse import certificates/"],
  ["gatehouse export --data certif", "gatehouse export --data certificates/"],
  ["gatehouse export > certificates/s", "gatehouse export > certificates/server.pem "],
];

const described = "gatehouse feature describe ";
/** A part of a feature's name, and its completion. */
const nameRows: readonly (readonly [string, string, string?])[] = [
  ["my", "my\\ feature "],
  ["my\\ f", "my\\ feature "],
  ["'my", "'my feature' "],
  ['"my', '"my feature" '],
  ["team:se", "team:search "],
  ["team:", "team:s"],
  ["'team:se", "'team:search' "],
  ["it", "it\\'s "],
  ['"it', '"it\'s" '],
  ["'it", "'it'\\''s' ", "'it\\'s' "],
  ['a\\"', 'a\\"b '],
  ["\\$", "\\$\\(touch\\ made\\) "],
  ["'$", "'$(touch made)' "],
  ['"\\$', '"\\$(touch made)" '],
  ["\\`", "\\`touch\\ made\\` ", "\\`touch\\ made` "],
  ["'`", "'`touch made`' "],
  ["semi", "semi\\;touch\\ made "],
  ["back", "back\\\\slash "],
  ["\\#", "\\#hash "],
  ["\\~", "\\~tilde "],
  ["ex", "ex\\!claim ", "ex!claim "],
  ["star", "star\\* "],
  ["a=", "a=b "],
  ["\\&", "\\&and "],
  ["per", "per%cent ", "per\\%cent "],
  ["👍", "👍\\ ok "],
];

describe.each(shells)("$name", (completing) => {
  const isMissing = Bun.which(completing.program) === null;
  test.skipIf(isMissing && !isRequired)(
    "completes commands, flags, values, files and names, and runs nothing",
    async () => {
      using home = new CompletingHome();
      await using terminal = await home.start(completing);
      const completed: [string, string][] = [];
      const expected: [string, string][] = [];
      for (const [text, line = text] of rows) {
        completed.push([text, await terminal.completed(text)]);
        expected.push([text, line]);
      }
      for (const [part, name, ofFish = name] of nameRows) {
        const line = completing.program === "fish" ? ofFish : name;
        completed.push([part, await terminal.completed(described + part)]);
        expected.push([part, described + line]);
      }
      expect(completed).toEqual(expected);
      expect(existsSync(join(home.path, "made"))).toBe(false);
    },
  );

  test.skipIf(isMissing && !isRequired)(
    "asks for names only where names stand, with the flags that say where they are",
    async () => {
      using home = new CompletingHome();
      await using terminal = await home.start(completing);
      for (const text of ["gatehouse ver", "gatehouse token create --access read_o"]) {
        await terminal.completed(text);
      }
      expect(home.lookups).toEqual([]);
      await terminal.completed(
        `gatehouse feature describe --data 'a $(touch made) b' --longevity none --project="P Q" my`,
      );
      await terminal.completed("gatehouse feature describe --data ~/data --json team:se");
      await terminal.completed(
        'X=$(touch made) gatehouse environment delete --project "$(touch made)" sta',
      );
      expect(home.lookups.slice(0, 2)).toEqual([
        ["features", "a $(touch made) b", "P Q"],
        ["features", `${home.path}/data`, undefined],
      ]);
      expect(home.lookups.at(-1)).toEqual(["environments", "./data", "$(touch made)"]);
      expect(existsSync(join(home.path, "made"))).toBe(false);
    },
  );
});

const fish = shells.find(({ name }) => name === "fish");

test.skipIf(Bun.which("fish") === null && !isRequired)(
  "fish tells other programs all names, and what commands and flags are for",
  async () => {
    using home = new CompletingHome();
    await using _ = await home.start(fish ?? expect.unreachable());
    const listed = async (line: string) => {
      const code = `source completion.fish; complete -C ${JSON.stringify(line)}`;
      const env = { PATH: `${home.path}/bin:/usr/bin:/bin`, HOME: home.path, LC_ALL: "C.UTF-8" };
      const { stdout } = Bun.spawn(["fish", "--no-config", "-c", code], { cwd: home.path, env });
      return (await stdout.text()).trimEnd().split("\n");
    };
    expect(await listed("gatehouse feature describe ")).toEqual(features);
    expect(await listed("gatehouse gr")).toEqual([
      "group\tRegisters, lists and removes groups, and restricts gates to registered groups",
    ]);
    expect(await listed("gatehouse token list --rev")).toEqual([
      "--revoked\tLists revoked tokens too",
    ]);
  },
);
