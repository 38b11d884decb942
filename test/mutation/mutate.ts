import { mutationsOf } from "./mutation-list.ts";
import { MutationTree } from "./mutation-tree.ts";

/**
 * `make mutate`: brings each threat back by a change of the sources, one at a time, and expects the
 * tests named beside it to fail. A mutation that no test notices ends the program with code 1.
 * With the argument `quick` only those that CI runs, with another one those whose threat contains it.
 */
const [selection = "all"] = process.argv.slice(2);
const chosen = mutationsOf(selection);
using tree = MutationTree.create();
const survivors: string[] = [];
for (const mutation of chosen) {
  const outcome = tree.run(mutation);
  if (outcome !== "killed") {
    survivors.push(mutation.threat);
  }
  process.stdout.write(`${outcome.padEnd(9)} ${mutation.threat}: ${mutation.file}\n`);
}
process.stdout.write(`${chosen.length - survivors.length} of ${chosen.length} mutations killed\n`);
process.exitCode = survivors.length === 0 ? 0 : 1;
