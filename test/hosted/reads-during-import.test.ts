import { afterEach, beforeEach, expect, test } from "bun:test";
import { audited, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const featureCount = 5_000;

let server: HostedServer;
let production: HostedClient;
beforeEach(async () => {
  server = await startHosted();
  production = server.manager;
  await production.import({ old: { boolean: "true" } });
});
afterEach(() => server.stop());

async function keysListed(): Promise<number> {
  const [, , text] = await production.features.list("exclude_gates=true");
  return text.split('"key":').length - 1;
}

async function auditsListed(): Promise<number> {
  const { audits } = audited(await production.audits.list("per_page=100"));
  return audits.length;
}

/** Returns the counts that readers find until the import is answered. */
async function found(count: () => Promise<number>, isOver: () => boolean): Promise<Set<number>> {
  const counts = new Set<number>();
  while (!isOver()) {
    counts.add(await count());
    await new Promise((resume) => setImmediate(resume));
  }
  return counts;
}

async function readDuring(importing: Promise<unknown>) {
  let isOver = false;
  const over = () => isOver;
  const [keys, audits] = await Promise.all([
    found(keysListed, over),
    found(auditsListed, over),
    importing.then(() => {
      isOver = true;
    }),
  ]);
  return { keys: [...keys], audits: [...audits] };
}

const features = Object.fromEntries(
  Array.from({ length: featureCount }, (_, index) => [`f-${index}`, { boolean: "true" }]),
);

test("reads during a large import see none of its changes or all", async () => {
  const before = [await keysListed(), await auditsListed()];
  const seen = await readDuring(production.import(features));
  const after = [await keysListed(), await auditsListed()];
  expect(before).toEqual([1, 2]);
  expect(after).toEqual([featureCount, 100]);
  expect([before[0], after[0]]).toEqual(expect.arrayContaining(seen.keys));
  expect([before[1], after[1]]).toEqual(expect.arrayContaining(seen.audits));
});
