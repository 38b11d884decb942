import { describe, expect, test } from "bun:test";
import { setPlan } from "../../../src/app/commands/plan-commands.ts";
import type { RollbackDifference, ShownFeatures } from "../../../src/app/services/history-types.ts";
import type { Services } from "../../../src/app/services/services.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import { organizationOf } from "../../../src/core/model/project-organization.ts";
import { failureOf } from "../../contract/failure-of.ts";
import { audit } from "../../contract/sample-entities.ts";
import { newestSequence, startServices, storageKinds } from "./service-fixture.ts";

const expression = parseExpression({ Equal: [{ Property: ["plan"] }, "pro"] });
const open: Gates = {
  boolean: false,
  expression,
  groups: ["admins"],
  actors: sortedSet(["User;1", "é🎉", "__proto__"]),
  percentageOfActors: 25,
  percentageOfTime: 5,
};

const wholeFeatures: ShownFeatures<RollbackDifference> = { max: 10, show: (feature) => feature };

function gatesOf({ features }: Services, caller: Caller, key: string): Gates | undefined {
  return features.snapshot(caller).find(key)?.gates;
}

/** Takes back the newest audit's whole command. */
async function undoNewest(services: Services, caller: Caller) {
  const sequence = newestSequence(services, caller);
  return services.history.rollback(caller, { kind: "before", sequence, scope: "step" });
}

async function newestAudit(services: Services, caller: Caller) {
  return services.history.audit(caller, newestSequence(services, caller));
}

describe.each(storageKinds)("%s", (_name, openStorage) => {
  test("every kind of change can be taken back, and that too", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production } = fixture;
    const { features } = services;
    const before = { ...open };
    await features.import(production, new Map([["a", before]]));
    const changes: readonly (() => Promise<unknown>)[] = [
      () => features.change(production, "a", { action: "enable" }),
      () => features.change(production, "a", { action: "disable" }),
      () => features.clear(production, "a"),
      () => features.change(production, "a", { action: "enable_actor", value: "new" }),
      () => features.change(production, "a", { action: "disable_actor", value: "User;1" }),
      () => features.change(production, "a", { action: "enable_group", value: "new" }),
      () => features.change(production, "a", { action: "disable_group", value: "admins" }),
      () => features.change(production, "a", { action: "percentage_of_actors", value: 0 }),
      () => features.change(production, "a", { action: "percentage_of_time", value: 100 }),
      () => features.change(production, "a", { action: "disable_expression" }),
      () =>
        features.changeMembers(production, "a", {
          gate: "actors",
          add: ["x", "y"],
          remove: ["User;1", "unknown"],
        }),
      () => features.import(production, new Map([["a", { ...closedGates, boolean: true }]])),
    ];
    for (const change of changes) {
      await change();
      const after = gatesOf(services, production, "a");
      expect(after).not.toEqual(before);
      const undone = await undoNewest(services, production);
      expect(undone).toMatchObject({ featureCount: 1, laterCount: 0, refused: null });
      expect(gatesOf(services, production, "a")).toEqual(before);
      expect(await newestAudit(services, production)).toMatchObject({
        action: "rollback",
        value: null,
        actor: production.actor,
      });
      await undoNewest(services, production);
      expect(gatesOf(services, production, "a")).toEqual(after ?? closedGates);
      await undoNewest(services, production);
      expect(gatesOf(services, production, "a")).toEqual(before);
    }
  });

  test("a removed feature comes back as it was in every environment, with a new id", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production, staging } = fixture;
    const { features } = services;
    await features.import(production, new Map([["a", open]]));
    await features.change(staging, "a", { action: "enable" });
    const described = await features.describe(production, "a", { description: "why", tags: ["x"] });
    await features.remove(staging, "a", { typed: "a" });
    expect(gatesOf(services, staging, "a")).toBeUndefined();
    await undoNewest(services, production);
    expect(gatesOf(services, production, "a")).toEqual(open);
    expect(gatesOf(services, staging, "a")).toEqual({ ...closedGates, boolean: true });
    const back = services.writer.state.features.first()?.get("a");
    expect(back).toEqual({ ...described, id: described.id + 1 });
    // And it goes again, although it is open in both: nobody has changed it since.
    await undoNewest(services, production);
    expect(gatesOf(services, production, "a")).toBeUndefined();
    await undoNewest(services, production);
    await features.change(staging, "a", { action: "enable_actor", value: "later" });
    const sequence = newestSequence(services, production);
    const target = { kind: "before", sequence, scope: "step" } as const;
    const { refused } = await services.history.preview(production, target);
    expect(refused).toEqual({
      refusal: "undo_impossible",
      message: expect.stringContaining('its gates in "Staging" are not closed'),
    });
    const failure = await failureOf(services.history.rollback(production, target));
    expect(failure).toMatchObject({ refusal: "undo_impossible" });
    expect(gatesOf(services, production, "a")).toEqual(open);
  });

  test("an import is one undoable step, also where it removed and created features", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production } = fixture;
    await services.features.import(
      production,
      new Map([
        ["a", open],
        ["b", closedGates],
      ]),
    );
    const first = newestSequence(services, production);
    const actors = sortedSet(Array.from({ length: 3_000 }, (_each, index) => `User;${index}`));
    await services.features.import(
      production,
      new Map([
        ["a", { ...open, actors }],
        ["c", { ...open, boolean: true }],
      ]),
    );
    const sequence = first + 1_000;
    const target = { kind: "before", sequence, scope: "step" } as const;
    const undone = await services.history.rollback(production, target, {}, wholeFeatures);
    expect(undone.features.map(({ key, then }) => [key, then.kind])).toEqual([
      ["a", "own"],
      ["b", "own"],
      ["c", "missing"],
    ]);
    expect(gatesOf(services, production, "a")).toEqual(open);
    expect(gatesOf(services, production, "b")).toEqual(closedGates);
    expect(gatesOf(services, production, "c")).toBeUndefined();
    await undoNewest(services, production);
    expect(gatesOf(services, production, "a")).toEqual({ ...open, actors });
    expect(gatesOf(services, production, "b")).toBeUndefined();
    expect(gatesOf(services, production, "c")).toEqual({ ...open, boolean: true });
  });

  test("overrides and mirroring are taken back", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production, staging } = fixture;
    const { features } = services;
    const ownOf = () => services.writer.state.toggles.get(staging.environment.id)?.get("a")?.gates;
    await features.import(production, new Map([["a", open]]));
    await features.change(staging, "a", {
      action: "percentage_of_time",
      value: open.percentageOfTime,
    });
    expect(ownOf()).toEqual(open);
    await undoNewest(services, staging);
    expect(ownOf()).toBeUndefined();
    await undoNewest(services, staging);
    expect(ownOf()).toEqual(open);
    await features.change(staging, "a", { action: "enable" });
    await features.mirror(staging, "a");
    expect(ownOf()).toBeUndefined();
    await features.change(production, "a", { action: "clear" });
    await undoNewest(services, staging);
    expect(ownOf()).toEqual({ ...closedGates, boolean: true });
    expect(gatesOf(services, production, "a")).toEqual(closedGates);
  });

  test("undoing an older change takes later ones back, and the preview says how many", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production, clock } = fixture;
    const { features, history } = services;
    for (const value of ["1", "2", "3"]) {
      clock.now += 1_000;
      await features.change(production, "a", { action: "enable_actor", value });
    }
    await features.change(production, "other", { action: "enable" });
    // 1 create, 2 to 4 actors, 5 create, 6 enable
    const target = { kind: "before", sequence: 3, scope: "record" } as const;
    const preview = await history.preview(production, target, wholeFeatures);
    expect(preview).toMatchObject({
      featureCount: 1,
      changeCount: 2,
      laterCount: 1,
      refused: null,
    });
    expect(preview.features[0]?.changes).toEqual([
      { action: "disable_actor", value: "2" },
      { action: "disable_actor", value: "3" },
    ]);
    await history.rollback(production, target, { tag: preview.tag });
    expect(gatesOf(services, production, "a")?.actors).toEqual(["1"]);
    expect(gatesOf(services, production, "other")?.boolean).toBeTrue();
    // What was shown is not what would be done now.
    expect(
      await failureOf(history.rollback(production, target, { tag: preview.tag })),
    ).toMatchObject({
      refusal: "gate_changed",
    });
    await history.rollback(production, { kind: "after", sequence: 4, key: "a" });
    expect(gatesOf(services, production, "a")?.actors).toEqual(["1", "2", "3"]);
    for (const key of ["a", "other"]) {
      await history.rollback(production, { kind: "at", time: clock.now - 500, key });
    }
    expect(gatesOf(services, production, "a")?.actors).toEqual(["1", "2"]);
    expect(gatesOf(services, production, "other")).toEqual(closedGates);
    for (const sequence of [0, 99]) {
      expect(await failureOf(history.preview(production, { ...target, sequence }))).toMatchObject({
        refusal: "audit_not_found",
      });
    }
  });

  test("what cannot be rebuilt is refused with the reason, and changes nothing", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production } = fixture;
    const { features, history, writer } = services;
    await features.import(production, new Map([["a", open]]));
    const environmentId = production.environment.id;
    await writer.submit((draft) => {
      draft.record({
        kind: "audit.recorded",
        audit: audit({ environmentId, action: "enable", featureKey: "a" }),
      });
    });
    const old = newestSequence(services, production);
    await features.change(production, "a", { action: "percentage_of_time", value: 7 });
    await history.rollback(production, { kind: "after", sequence: old, key: "a" });
    expect(gatesOf(services, production, "a")).toEqual(open);
    const target = { kind: "before", sequence: old, scope: "record" } as const;
    expect((await history.preview(production, target)).refused?.message).toContain(
      `a version that did not store changes (audit ${old})`,
    );
    const { state } = writer;
    expect(await failureOf(history.rollback(production, target))).toMatchObject({
      refusal: "undo_impossible",
    });
    expect(writer.state).toBe(state);
    // A difference of more than 8 MiB.
    const actors = sortedSet(
      Array.from({ length: 9_000 }, (_, index) => `${index}`.padStart(1_000)),
    );
    await features.import(production, new Map([["a", { ...closedGates, actors }]]));
    await features.clear(production, "a");
    const sequence = newestSequence(services, production);
    const large = { kind: "before", sequence, scope: "record" } as const;
    expect((await history.preview(production, large)).refused?.message).toContain("too large");
  });

  test("quotas and the rules of groups hold for what comes back", async () => {
    await using fixture = await startServices(openStorage);
    const { services, production } = fixture;
    const { features, history, writer } = services;
    await features.import(production, new Map([["a", open]]));
    await features.clear(production, "a");
    const sequence = newestSequence(services, production);
    const target = { kind: "before", sequence, scope: "step" } as const;
    await writer.submit((draft) => {
      const organization = organizationOf(draft.state, production.environment.projectId);
      setPlan(draft, organization, organization.plan, { actorsPerGateMax: 2 });
    });
    const { refused } = await history.preview(production, target);
    expect(refused?.refusal).toBe("quota_exceeded");
    await writer.submit((draft) => {
      const organization = organizationOf(draft.state, production.environment.projectId);
      setPlan(draft, organization, organization.plan, {});
      const project = draft.state.projects.first();
      if (project !== undefined) {
        draft.record({ kind: "group.removed", projectId: project.id, name: "admins" });
        draft.record({ kind: "project.saved", project: { ...project, isStrictAboutGroups: true } });
      }
    });
    expect(await failureOf(history.rollback(production, target))).toMatchObject({
      refusal: "group_not_registered",
    });
    expect(gatesOf(services, production, "a")).toEqual(closedGates);
  });
});
