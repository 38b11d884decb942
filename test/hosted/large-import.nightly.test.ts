import { expect, test } from "bun:test";
import { LocalWriter } from "../../src/app/writer/local-writer.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import { startHosted } from "../helpers/hosted-server.ts";

const featureCount = 20_000;

function featuresWith(actor: string): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: featureCount }, (_, index) => [
      `feature-${index}`,
      { actors: [actor, `User;${index}`] },
    ]),
  );
}

/** A server that counts the turns of the event loop between a long command's start and its commit. */
async function startCounting() {
  const opened = await openSqliteStorage(":memory:");
  const counted = { turns: 0, isRunning: false };
  const storage = alteredStorage(opened.storage, {
    commit(batch) {
      counted.isRunning = false;
      return opened.storage.commit(batch);
    },
  });
  const server = await startHosted({
    opened: { ...opened, storage },
    openWriter(options) {
      const writer = new LocalWriter(options);
      const submitInSteps = writer.submitInSteps.bind(writer);
      writer.submitInSteps = (command) =>
        submitInSteps((draft) => {
          counted.isRunning = true;
          return command(draft);
        });
      return writer;
    },
  });
  const countTurns = async () => {
    counted.turns = 0;
    for (let isOver = false; !isOver; isOver = counted.turns > 0 && !counted.isRunning) {
      await new Promise((resume) => setImmediate(resume));
      counted.turns += counted.isRunning ? 1 : 0;
    }
    return counted.turns;
  };
  return { server, countTurns };
}

test("an import of 20,000 features gives other requests turns, and is one change for them", async () => {
  const { server, countTurns } = await startCounting();
  const { manager } = server;
  for (const [actor, before] of [
    ["first", null],
    ["second", "first"],
  ] as const) {
    const imported = manager.import(featuresWith(actor));
    const reading = (async () => {
      const seen = new Set<unknown>();
      while (!seen.has(actor)) {
        await new Promise((resume) => setImmediate(resume));
        const [response, body] = await manager.features.get(`feature-${featureCount - 1}`);
        seen.add(response.status === 404 ? null : JSON.stringify(body).match(/first|second/)?.[0]);
      }
      return [...seen];
    })();
    expect(await countTurns()).toBeGreaterThan(4);
    expect((await imported)[0].status).toBe(204);
    expect(await reading).toEqual([before, actor]);
  }
  await server.stop();
}, 180_000);
