import { availableParallelism } from "node:os";
import { mutationsOf } from "./mutation-list.ts";
import { failureOf, MutationTree } from "./mutation-tree.ts";

/**
 * `make mutate`: brings each threat back by a change of the sources, one at a time in each of two
 * copies, and expects the tests named beside it to fail. Before, all these tests must pass once. A
 * mutation that no test notices ends the program with code 1. An argument chooses the mutations whose
 * threat contains it.
 */
const [selection = "all"] = process.argv.slice(2);
const chosen = mutationsOf(selection);
const waiting = chosen.values();
const survivors: string[] = [];

async function expectCleanSources(): Promise<void> {
  const failure = await failureOf([...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (failure !== null) {
    throw new Error(`the tests fail without a mutation:\n${failure}`);
  }
}

/** Takes mutations until none waits, in a copy of the sources of its own. */
async function work(): Promise<void> {
  using tree = MutationTree.create();
  for (const mutation of waiting) {
    const outcome = await tree.run(mutation);
    if (outcome !== "killed") {
      survivors.push(mutation.threat);
    }
    process.stdout.write(`${outcome.padEnd(9)} ${mutation.threat}: ${mutation.file}\n`);
  }
}

await expectCleanSources();
// Some tests are sensitive to a machine that has more to do than it can.
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
process.stdout.write(`${chosen.length - survivors.length} of ${chosen.length} mutations killed\n`);
process.exitCode = survivors.length === 0 ? 0 : 1;
