import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { newestSequence, startServices, storageKinds } from "./service-fixture.ts";

test("the audit of an actor in a gate of 99,000 takes fewer than 400 bytes", async () => {
  using directory = new TemporaryDirectory();
  const fixture = await startServices(() => openSqliteStorage(directory.path));
  const actors = sortedSet(Array.from({ length: 99_000 }, (_each, index) => `User;${index}`));
  await fixture.services.features.import(
    fixture.production,
    new Map([["a", { ...closedGates, actors }]]),
  );
  const changed = { action: "enable_actor", value: "User;new" } as const;
  await fixture.services.features.change(fixture.production, "a", changed);
  const sequence = newestSequence(fixture.services, fixture.production);
  await fixture.services.features.clear(fixture.production, "a");
  await fixture.services.history.rollback(fixture.production, {
    kind: "before",
    sequence: newestSequence(fixture.services, fixture.production),
    scope: "step",
  });
  const { gates } = fixture.services.features.get(fixture.production, "a");
  expect(gates.actors).toHaveLength(99_001);
  await fixture[Symbol.asyncDispose]();
  using database = new Database(`${directory.path}/gatehouse.db`, { readonly: true });
  const row = database.query("SELECT * FROM audits WHERE sequence = ?").get(sequence);
  expect(row).toMatchObject({ action: "enable_actor", difference: "flipped" });
  expect(JSON.stringify(Object.values(row ?? {})).length).toBeLessThan(400);
  const large = database
    .query<{ bytes: number }, []>("SELECT sum(length(deflated)) AS bytes FROM large_differences")
    .get();
  // The clear and its undo; 99,001 names are 1.2 MB as text.
  expect(large?.bytes ?? 0).toBeGreaterThan(0);
  expect(large?.bytes ?? 0).toBeLessThan(1_200_000);
});

test.each(storageKinds)("%s: a removed feature of many actors comes back", async (_name, open) => {
  await using fixture = await startServices(open);
  const { services, production } = fixture;
  const { features, history } = services;
  const actors = sortedSet(Array.from({ length: 5_000 }, (_each, index) => `User;${index}`));
  const before = { ...closedGates, actors };
  await features.import(production, new Map([["a", before]]));
  await features.remove(production, "a", { typed: "a" });
  const sequence = newestSequence(services, production);
  // There is another feature with the key meanwhile.
  await features.change(production, "a", { action: "percentage_of_time", value: 5 });
  await history.rollback(production, { kind: "before", sequence, scope: "step" });
  expect(features.get(production, "a").gates).toEqual(before);
  await features.remove(production, "a", { typed: "a" });
  await history.rollback(production, {
    kind: "before",
    sequence: newestSequence(services, production),
    scope: "step",
  });
  expect(features.get(production, "a").gates).toEqual(before);
});
