import { expect, test } from "bun:test";
import { importFeatures } from "../../src/commands/import-commands.ts";
import type { Caller } from "../../src/model/caller.ts";
import { closedGates } from "../../src/toggles/gates.ts";
import { sortedSet } from "../../src/toggles/sorted-set.ts";
import { environment } from "../contract/sample-entities.ts";
import { shortWaitMs, startSharedWriters } from "./shared-writers.ts";
import { creating } from "./writer-fixture.ts";

const author: Caller = {
  environment: environment(1, { kind: "production" }),
  actor: { type: "User", id: "1" },
  userId: 1,
  token: null,
};

test("a commit of many actors is waited for longer than that of one", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  node.storage.beforeCommits(() => Bun.sleep(2 * shortWaitMs));
  const actors = sortedSet(Array.from({ length: 20_000 }, (_, index) => `${index}`));
  const imported = new Map([["a", { ...closedGates, actors }]]);
  await node.writer.submitInSteps((draft) => importFeatures(draft, author, imported));
  expect(node.writer.state.toggles.get(1)?.get("a")?.gates.actors.length).toBe(actors.length);
  await expect(node.writer.submit(creating("b"))).rejects.toMatchObject({
    refusal: "unavailable",
    message: "It is not known yet whether the change was kept",
  });
});
