import { LocalWriter } from "../../../src/app/writer/local-writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { RequestWorld } from "./request-world.ts";

/*
 * Makes transitions of requests in the directory of its argument until it is killed. Prints a line
 * for each.
 */

const [directory = ""] = process.argv.slice(2);
const opened = await openSqliteStorage(directory);
const writer = new LocalWriter({ ...opened, now: Date.now, onFailure: () => undefined });
const world = new RequestWorld({ writer, reads: opened.storage.reads });
world.now = Date.now();
if (writer.state.projects.isEmpty()) {
  await world.setUp(1);
}

for (;;) {
  const [author, approver] = [await world.person(102, 1), await world.person(104, 1)];
  const serial = writer.state.lastIds.request + 1;
  const value = (serial % 99) + 1;
  try {
    const { id, hash } = await world.service.open(author, {
      title: `Request ${serial}`,
      reason: null,
      commands: [{ kind: "percentage_of_actors", key: "a", value }],
      apply: { kind: serial % 2 === 0 ? "approved" : "author" },
    });
    await step("opened");
    if (serial % 5 === 0) {
      await world.changeDirectly("a", 1, 100);
      await step("drifted");
      await world.service.rebase(author, id);
      await step("rebased");
    }
    const now = writer.state.requests.get(id)?.hash ?? hash;
    await world.service.vote(approver, id, { kind: "approve", hash: now, text: null });
    await step("approved");
    if (writer.state.requests.has(id)) {
      await world.service.apply(author, id);
    }
    await step("applied");
    await world.settleAll();
  } catch (error) {
    // The previous process may have left the same gates, or an open request.
    if (!(error instanceof GatehouseError)) {
      throw error;
    }
    await world.changeDirectly("a", 1, 100);
  }
}

/** Prints a line before the next transition, so that the parent kills at any of them. */
async function step(name: string): Promise<void> {
  await Bun.write(Bun.stdout, `${name}\n`);
}
