import { describe, expect, test } from "bun:test";
import { failureOf } from "../../contract/failure-of.ts";
import { startServices, storageKinds } from "./service-fixture.ts";

describe.each(storageKinds)("%s", (_name, openStorage) => {
  test("a rollback is refused when its audits were removed, also while it reads them", async () => {
    const opened = await openStorage();
    await using fixture = await startServices(async () => opened);
    const { services, production, clock } = fixture;
    const { features, history, writer } = services;
    for (const value of ["1", "2", "3"]) {
      clock.now += 1_000;
      await features.change(production, "a", { action: "enable_actor", value });
    }
    const { id: environmentId } = production.environment;
    const removeThrough = (through: number) =>
      writer.submit((draft) => {
        draft.record({ kind: "audits.removed", environmentId, through });
      });
    await removeThrough(1);
    const time = clock.now - 3_500;
    expect(await failureOf(history.preview(production, { kind: "at", time, key: "a" }))).toEqual(
      expect.objectContaining({ message: "The audits of that time were removed" }),
    );
    const later = { kind: "at", time: clock.now - 1_500, key: "a" } as const;
    expect(await history.preview(production, later)).toMatchObject({ changeCount: 2 });
    const { reads } = opened.storage;
    const read = reads.history.bind(reads);
    reads.history = async (query) => {
      if (query.keys !== null) {
        await removeThrough(3);
      }
      return read(query);
    };
    const target = { kind: "after", sequence: 2, key: "a" } as const;
    expect(await failureOf(history.preview(production, target))).toEqual(
      expect.objectContaining({ message: "Audits have since been removed" }),
    );
  });
});
