import { describe, expect, test } from "bun:test";
import { setPlan } from "../../../src/app/commands/plan-commands.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { organizationOf } from "../../../src/core/model/project-organization.ts";
import { failureOf } from "../../contract/failure-of.ts";
import { newestSequence, startServices, storageKinds } from "./service-fixture.ts";

const on: Gates = { ...closedGates, boolean: true };
const replacing = (features: ReadonlyMap<string, Gates>) =>
  ({ features, mode: "replace", typed: null }) as const;

describe("comparison", () => {
  test("what differs between two environments comes first, gate by gate", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features } = services;
    const actors = sortedSet(Array.from({ length: 500 }, (_each, index) => `User;${index}`));
    await features.import(
      production,
      new Map<string, Gates>([
        ["a", closedGates],
        ["z", { ...on, actors, percentageOfTime: 5 }],
      ]),
    );
    await features.change(staging, "z", { action: "enable_actor", value: "new" });
    await features.change(staging, "z", { action: "percentage_of_time", value: 6 });
    await features.change(staging, "a", { action: "clear" });
    await features.change(staging, "a", { action: "disable_group", value: "none" });
    const both = [production.environment, staging.environment] as const;
    const result = await features.compare(...both);
    expect(result).toEqual({
      features: [
        {
          key: "z",
          leftOverrides: false,
          rightOverrides: true,
          gates: [
            {
              gate: "actors",
              left: 500,
              right: 501,
              onlyLeft: { count: 0, first: [] },
              onlyRight: { count: 1, first: ["new"] },
            },
            { gate: "percentage_of_time", left: 5, right: 6 },
          ],
        },
        { key: "a", leftOverrides: false, rightOverrides: true, gates: [] },
      ],
      differingCount: 1,
      featureCount: 2,
    });
    const many = Array.from({ length: 1_500 }, (_each, index) => [`f${index}`, on] as const);
    await features.import(staging, new Map(many));
    const large = await features.compare(...both);
    expect(large.features).toHaveLength(1_000);
    expect(large.features.every(({ gates }) => gates.length > 0)).toBeTrue();
    expect(large).toMatchObject({ differingCount: 1_501, featureCount: 1_502 });
  });
});

describe("preview of an import", () => {
  test("says what the import then does, and does nothing", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features, writer } = services;
    await features.import(
      production,
      new Map<string, Gates>([
        ["same", on],
        ["changed", { ...closedGates, actors: ["1", "2"] }],
        ["gone", on],
      ]),
    );
    const imported = new Map<string, Gates>([
      ["same", on],
      ["changed", { ...closedGates, actors: ["2", "3", "4"], groups: ["new"] }],
      ["new", on],
    ]);
    const { state } = writer;
    const preview = await features.previewImport(production, replacing(imported));
    expect(writer.state).toBe(state);
    expect(preview).toEqual({
      features: [
        { key: "gone", kind: "removed", actions: { remove: 1 } },
        {
          key: "changed",
          kind: "changed",
          actions: { enable_group: 1, disable_actor: 1, enable_actor: 2 },
        },
        { key: "new", kind: "created", actions: { create: 1, enable: 1 } },
      ],
      totals: { created: 1, changed: 1, cleared: 0, removed: 1 },
      unchangedCount: 1,
      retired: [],
    });
    const elsewhere = await features.previewImport(staging, replacing(imported));
    expect(elsewhere.totals).toEqual({ created: 1, changed: 2, cleared: 1, removed: 0 });
    const before = newestSequence(services, production);
    await features.import(production, imported);
    expect(newestSequence(services, production) - before).toBe(7);
    await writer.submit((draft) => {
      const organization = organizationOf(draft.state, production.environment.projectId);
      setPlan(draft, organization, organization.plan, { featuresPerProjectMax: 3 });
    });
    const refused = features.previewImport(
      production,
      replacing(new Map([...imported, ["d", on]])),
    );
    expect(await failureOf(refused)).toMatchObject({ refusal: "quota_exceeded" });
  });
});

describe.each(storageKinds)("last changes: %s", (_name, open) => {
  test("are those of the gates in force", async () => {
    const opened = await open();
    await using fixture = await startServices(async () => opened);
    const { services, production, staging, clock } = fixture;
    const { features, lastChanges, history } = services;
    const start = clock.now;
    const at = (second: number) => {
      clock.now = start + second * 1_000;
    };
    const timesIn = async (caller: typeof staging) =>
      Object.fromEntries(
        [...(await lastChanges.of(caller.environment))].map(([key, time]) => [
          key,
          (time - start) / 1_000,
        ]),
      );
    at(1);
    await features.create(production, "a");
    await features.create(staging, "b");
    at(2);
    await features.change(production, "a", { action: "enable" });
    expect(await timesIn(staging)).toEqual({ a: 2, b: 1 });
    at(3);
    await features.change(staging, "a", { action: "enable" });
    at(4);
    await features.change(production, "a", { action: "clear" });
    await features.describe(production, "a", { description: "no change of gates" });
    expect(await timesIn(production)).toEqual({ a: 4, b: 1 });
    expect(await timesIn(staging)).toEqual({ a: 3, b: 1 });
    at(5);
    await features.mirror(staging, "a");
    expect(await timesIn(staging)).toEqual({ a: 5, b: 1 });
    at(6);
    await features.remove(production, "a", { typed: "a" });
    expect(await timesIn(staging)).toEqual({ b: 1 });
    at(7);
    const sequence = newestSequence(services, production);
    await history.rollback(production, { kind: "before", sequence, scope: "step" });
    expect(await timesIn(production)).toEqual({ a: 7, b: 1 });
    at(8);
    await features.import(production, new Map([["b", on]]));
    expect(await timesIn(staging)).toEqual({ b: 8 });
  });
});

describe("the list of a history", () => {
  test("has filters and pages, and shows as much as the plan", async () => {
    await using fixture = await startServices();
    const { services, production } = fixture;
    const { features, history, writer } = services;
    for (const key of ["a", "b", "c"]) {
      await features.change(production, key, { action: "enable" });
    }
    const all = {
      keys: null,
      actions: null,
      actor: null,
      text: null,
      from: null,
      to: null,
      before: null,
      limit: 4,
    };
    const first = await history.list(production, all);
    expect(first.audits.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3]);
    const second = await history.list(production, { ...all, before: first.next });
    expect(second.audits.map(({ sequence }) => sequence)).toEqual([2, 1]);
    expect(second.next).toBeNull();
    const creations = await history.list(production, { ...all, actions: ["create"], keys: ["b"] });
    expect(creations.audits).toMatchObject([{ sequence: 3, step: 3, featureKey: "b" }]);
    await writer.submit((draft) => {
      const organization = organizationOf(draft.state, production.environment.projectId);
      setPlan(draft, organization, organization.plan, { auditEventsMax: 2 });
    });
    const limited = await history.list(production, all);
    expect(limited.audits.map(({ sequence }) => sequence)).toEqual([6, 5]);
    expect(limited).toMatchObject({ next: null, eventsMax: 2 });
    expect(await failureOf(history.audit(production, 4))).toMatchObject({
      refusal: "audit_not_found",
    });
    const hidden = { kind: "before", sequence: 4, scope: "record" } as const;
    expect(await failureOf(history.rollback(production, hidden))).toMatchObject({
      refusal: "audit_not_found",
    });
  });
});
