import { expect, test } from "bun:test";
import { yieldToEventLoop } from "../../src/core/scheduling/event-loop-slice.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { startUi, type UiServer } from "../api/admin/web-ui-server.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import type { Answer } from "../helpers/answer.ts";
import { startHosted } from "../helpers/hosted-server.ts";

/** A server whose reads of audits wait until `answer` is called, as those of an unreachable database. */
async function startStalled() {
  const opened = await openSqliteStorage(":memory:");
  const answered = Promise.withResolvers<void>();
  let reads = 0;
  const stalled =
    <Query, Result>(read: (query: Query) => Promise<Result>) =>
    async (query: Query) => {
      reads++;
      await answered.promise;
      return read(query);
    };
  const storage = alteredStorage(opened.storage, {
    reads: {
      audits: stalled((query) => opened.storage.reads.audits(query)),
      history: stalled((query) => opened.storage.reads.history(query)),
    },
  });
  const hosted = await startHosted({ opened: { ...opened, storage } });
  await hosted.manager.features.create("search");
  return { hosted, answer: answered.resolve, reads: () => reads };
}

/** Resolves once as many reads wait. */
async function untilReads(count: () => number, expected: number): Promise<void> {
  for (let turns = 0; turns < 10_000 && count() < expected; turns++) {
    await yieldToEventLoop();
  }
}

for (const path of ["/audits"]) {
  test(`reads of ${path} wait together, and of one token a bounded number`, async () => {
    const { hosted, answer, reads } = await startStalled();
    const other = await hosted.newClient();
    const ask = (client = other) => client.call("GET", path);
    const waiting = Array.from({ length: 25 }, () => ask(hosted.manager));
    const ofOther = ask();
    await untilReads(reads, 22);
    expect(reads()).toBe(22);
    answer();
    const answers = await Promise.all(waiting);
    const refused = answers.filter(([{ status }]) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const [response, body] of refused) {
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(body).toMatchObject({ code: "unavailable" });
    }
    expect(statusOf(await ofOther)).toBe(200);
    expect(statusOf(await ask(hosted.manager))).toBe(200);
    await hosted.stop();
  });
}

function statusOf([response]: Answer): number {
  return response.status;
}

const pages = {
  audits: "/environments/1/audits",
  steps: "/environments/1/steps",
  "a step": "/environments/1/steps/1",
} as const;

test.each(Object.entries(pages))("of one person a bounded number of %s waits", async (_, path) => {
  const { hosted, answer, reads } = await startStalled();
  await using server: UiServer = await startUi({ hosted });
  const page = await server.page("viewer");
  const other = await server.page("viewer");
  const waiting = Array.from({ length: 25 }, () => page.send("GET", path));
  const ofOther = other.send("GET", path);
  await untilReads(reads, 22);
  expect(reads()).toBe(22);
  answer();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(4);
  expect((await ofOther).status).toBe(200);
});
