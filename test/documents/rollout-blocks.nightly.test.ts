import { expect, test } from "bun:test";
import { documentBlocks } from "./document-blocks.ts";
import { gatehouse, running, shell } from "./running-gatehouse.ts";

const blocks = documentBlocks().filter(({ document }) => document === "docs/rollouts.md");
const commandsOf = (kind: string) =>
  blocks
    .filter((block) => block.test === kind)
    // The time in the document passes one day.
    .map(({ text }) => text.trim().replace("2027-03-28", "2037-03-28"));

/** What each block prints, in the order of the document, on one server. */
const printed: readonly (readonly [start: string, output: RegExp])[] = [
  [
    "gatehouse feature enable",
    /^search in production: enabled for everyone at 2037-03-28 08:00 UTC, rollout 1$/m,
  ],
  [
    "gatehouse rollout start",
    /^rollout 3: running, step 1 of 3[\s\S]*^3 +search +running +1 of 3/m,
  ],
  ["gatehouse rollout show", /^1 < +5% of actors[\s\S]*^3 +100% of actors/m],
  [
    "gatehouse rollout pause",
    /paused[\s\S]*running, step 1[\s\S]*running, step 2[\s\S]*stopped, step 2/,
  ],
];

/** Ends the schedule of the first block, as a feature has one rollout at a time. */
const between = `gatehouse rollout stop 1 --why again
gatehouse rollout start search --steps on/1d
gatehouse rollout stop 2 --why again
`;

test("the commands of docs/rollouts.md do what it says", async () => {
  const commands = commandsOf("rollouts");
  expect(commands.length).toBe(printed.length);
  const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"));
  try {
    const { directory } = server;
    await shell("gatehouse feature create search", directory);
    for (const [index, [start, output]] of printed.entries()) {
      const command = commands[index] ?? "";
      expect(command).toStartWith(start);
      const before = index === 1 ? between : "";
      expect(await shell(before + command, directory)).toMatch(output);
    }
    const [guarded = ""] = commandsOf("guarded");
    expect(await shell(guarded, directory)).toMatch(/^rollout 4: running, step 1 of 3/m);
    await shell("gatehouse rollout stop 4 --why again", directory);
    const [asked = ""] = commandsOf("protected");
    await shell(
      "gatehouse member add ada@example.com --role admin\n" +
        "gatehouse policy set --approvals 1 --from role:admin",
      directory,
    );
    // It ends with the exit code 4.
    expect(await shell(`${asked} || test $? = 4`, directory)).toBe(
      'opened request 1: Roll out "search"\n',
    );
  } finally {
    await server.stop();
  }
}, 180_000);
