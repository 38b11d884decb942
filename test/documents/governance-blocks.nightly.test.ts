import { expect, test } from "bun:test";
import { documentBlocks } from "./document-blocks.ts";
import { gatehouse, type Running, running, shell } from "./running-gatehouse.ts";

const blocks = documentBlocks().filter((block) => block.test === "governance");
const protect = 'gatehouse policy set --approvals 1 --from "token:$approver"\n';

interface Preparation {
  /** Lines of a shell that run before those of the document. */
  readonly lines: string;
  /** What the document names, and what it is called here. */
  readonly names?: readonly (readonly [documented: RegExp, here: string])[];
  /** What the output must have. */
  readonly printed: RegExp;
}

/** By the first command of a block, what must be there. */
const preparations: Readonly<Record<string, Preparation>> = {
  "gatehouse policy set": {
    lines: `
      for name in ada bob; do gatehouse member add $name@example.com --role admin; done
      for name in 2 3 4; do
        gatehouse token create --environment production --access read_and_write --name "$name"
      done`,
    printed: /^2 approvals from role admin\ntokens that write without a request: 4$/m,
  },
  "gatehouse feature enable": {
    lines: `
      gatehouse member add ada@example.com --role admin
      value=$(gatehouse pat create ada@example.com --name ada --scope write --approve)
      approver=$(gatehouse pat list ada@example.com | sed -n '2s/ .*//p')
      ${protect}`,
    // A command that opens a request ends with the exit code 4.
    names: [
      [/^(gatehouse feature enable .*)$/m, "$1 || test $? = 4"],
      [/\b7\b/g, "1"],
      [
        /3f2a91c04b7d/,
        '$(gatehouse request show 1 --json | sed \'s/.*"hash":"\\([0-9a-f]*\\)".*/\\1/\')',
      ],
      [/^(gatehouse request approve)/m, "GATEHOUSE_URL=$url/adapter GATEHOUSE_TOKEN=$value $1"],
    ],
    printed: /applied/,
  },
  "gatehouse feature disable": {
    lines: "gatehouse feature enable checkout",
    printed: /./,
  },
  "gatehouse check search": {
    lines: "gatehouse feature enable search; sleep 1",
    names: [[/2026-\S+Z/, "$(date -u +%Y-%m-%dT%H:%M:%SZ)"]],
    printed: /^search is enabled for User;42 in production\n {2}boolean/m,
  },
  "gatehouse diff production": {
    lines: "gatehouse feature enable search; sleep 1",
    names: [[/2026-\S+Z/, "$(date -u +%Y-%m-%dT%H:%M:%SZ)"]],
    printed: /./,
  },
  "gatehouse feature delete": {
    lines: "gatehouse feature create old_search",
    // Without a terminal nobody can confirm it.
    names: [[/--retire/, "--retire --yes"]],
    printed: /^deleted old_search/m,
  },
  "gatehouse feature retired": {
    lines:
      "gatehouse feature create old_search; gatehouse feature delete old_search --retire --yes",
    printed: /old_search/,
  },
  "gatehouse audit acts": {
    lines: "gatehouse member add ada@example.com --role admin",
    printed: /^N +TIME \(UTC\) +BY +ACT +DETAILS$/m,
  },
  "gatehouse audit verify": {
    lines: `
      gatehouse audit checkpoint --json > points.jsonl
      gatehouse audit key list --json | sed 's/.*"public":"\\([^"]*\\)".*/\\1/; s/\\\\n/\\n/g' > key.pem
      gatehouse backup backup.tar.gz`,
    names: [[/\/mnt\/log\//, ""]],
    printed: /^acts: \d+ records, ok\nenvironment 1: [\s\S]*\nverified\n$/m,
  },
};

/** The commands of a block, without what they print. */
function commandsOf({ language, text }: { readonly language: string; readonly text: string }) {
  return language === "console"
    ? Array.from(text.matchAll(/^\$ (.*)$/gm), ([, command]) => command).join("\n")
    : text;
}

function ran({ lines, names = [] }: Preparation, documented: string, { url, directory }: Running) {
  const here = names.reduce((text, [name, other]) => text.replace(name, other), documented);
  return shell(`url=${url}\n${lines}\n${here}`, directory);
}

test.concurrent.each(blocks.map((block) => [commandsOf(block)] as const))(
  "%s",
  async (commands) => {
    const [start, preparation] =
      Object.entries(preparations).find(([name]) => commands.startsWith(name)) ??
      expect.unreachable();
    const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
    try {
      await shell(
        `gatehouse import - <<'JSON'\n{"features":{"search":{}}}\nJSON\n`,
        server.directory,
      );
      expect([start, await ran(preparation, commands, server)]).toEqual([
        start,
        expect.stringMatching(preparation.printed),
      ]);
    } finally {
      await server.stop();
    }
  },
  180_000,
);
