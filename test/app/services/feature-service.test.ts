import { describe, expect, test } from "bun:test";
import { changedMembersMax } from "../../../src/app/commands/member-changes.ts";
import { gateTags, seenTagOf } from "../../../src/core/evaluation/gate-tags.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { failureOf } from "../../contract/failure-of.ts";
import { newestSequence, startServices } from "./service-fixture.ts";

const enable = { action: "enable" } as const;

describe("changes from pages", () => {
  test("a gate that was changed meanwhile is not overwritten", async () => {
    await using fixture = await startServices();
    const { services, production } = fixture;
    const { features, writer } = services;
    const { gates: shown } = await features.change(production, "a", enable);
    const percentage = { action: "percentage_of_time", value: 5 } as const;
    const seen = seenTagOf(shown, percentage);
    await features.change(production, "a", percentage, { checks: { seen } });
    const { state } = writer;
    for (const change of [{ ...percentage, value: 9 }, percentage] as const) {
      expect(
        await failureOf(features.change(production, "a", change, { checks: { seen } })),
      ).toMatchObject({
        refusal: "gate_changed",
      });
    }
    const clear = { action: "clear" } as const;
    const old = { seen: gateTags(shown).all, typed: "a" };
    expect(await failureOf(features.change(production, "a", clear, { checks: old }))).toMatchObject(
      {
        refusal: "gate_changed",
      },
    );
    expect(writer.state).toBe(state);
    // Another gate, an actor without a tag, and what is shown now.
    const ofActors = { action: "percentage_of_actors", value: 1 } as const;
    await features.change(production, "a", ofActors, {
      checks: { seen: gateTags(shown).percentage_of_actors },
    });
    await features.change(production, "a", { action: "enable_actor", value: "x" }, { checks: {} });
    const { gates } = features.get(production, "a");
    await features.change(production, "a", clear, {
      checks: { seen: gateTags(gates).all, typed: "a" },
    });
    expect(features.get(production, "a").gates).toEqual(closedGates);
  });

  test("Production asks for the typed name, other environments do not", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features, writer } = services;
    await features.create(production, "a");
    const { state } = writer;
    for (const typed of [undefined, "", "A", "a "]) {
      const checks = { typed };
      for (const refused of [
        features.change(production, "a", enable, { checks }),
        features.change(production, "a", { action: "disable" }, { checks }),
        features.change(production, "a", { action: "clear" }, { checks }),
        features.remove(production, "a", checks),
        features.remove(staging, "a", checks),
        features.copyGates(production, "a", staging.environment, checks),
      ]) {
        expect(await failureOf(refused)).toMatchObject({ refusal: "confirmation_required" });
      }
    }
    expect(writer.state).toBe(state);
    await features.change(staging, "a", enable, { checks: {} });
    await features.change(
      production,
      "a",
      { action: "percentage_of_time", value: 5 },
      { checks: {} },
    );
    await features.change(production, "a", enable, { checks: { typed: "a" } });
    await features.remove(staging, "a", { typed: "a" });
    expect(features.snapshot(production).find("a")).toBeUndefined();
    const sequence = newestSequence(services, production);
    expect(await services.history.audit(production, sequence)).toMatchObject({ action: "remove" });
  });

  test("many members change in one command, and only those that change are audited", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features, writer } = services;
    await features.create(production, "a");
    const recorded: Change[] = [];
    writer.onCommit((changes) => recorded.push(...changes));
    const ids = Array.from({ length: 500 }, (_each, index) => `User;${index}`);
    await features.changeMembers(production, "a", { gate: "actors", add: ids, remove: [] });
    expect(recorded.map(({ kind }) => kind)).toEqual(["gates.written", "audits.recorded"]);
    const add = ["User;1", "User;2", "new"];
    const change = { gate: "actors", add, remove: ["User;2", "User;3", "unknown"] } as const;
    const changed = await features.changeMembers(production, "a", change);
    expect(changed).toMatchObject({ added: 1, removed: 1 });
    const { gates } = changed.toggle;
    expect(gates.actors).toHaveLength(500);
    expect(gates.actors).toContain("User;2");
    const { audits } = await services.history.list(production, { ...everything, limit: 2 });
    expect(audits.map(({ action, value }) => [action, value])).toEqual([
      ["enable_actor", "new"],
      ["disable_actor", "User;3"],
    ]);
    const { state } = writer;
    await features.changeMembers(production, "a", change);
    expect(writer.state).toBe(state);
    await features.changeMembers(staging, "a", { ...change, remove: ["unknown"] });
    expect(writer.state.toggles.get(staging.environment.id)?.has("a")).toBeTrue();
    const tooMany = Array.from({ length: changedMembersMax + 1 }, String);
    const refused = features.changeMembers(production, "a", { ...change, add: tooMany });
    expect(await failureOf(refused)).toMatchObject({ refusal: "parameter_invalid" });
    await features.changeMembers(production, "a", { gate: "groups", add: ["g"], remove: [] });
    expect(writer.state.groups.first()?.has("g")).toBeTrue();
  });

  test("gates are copied from one environment to another", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features } = services;
    await features.change(production, "a", { action: "enable_actor", value: "x" });
    await features.change(staging, "a", { action: "percentage_of_time", value: 3 });
    const { gates } = features.get(staging, "a");
    const copied = await features.copyGates(production, "a", staging.environment, { typed: "a" });
    expect(copied.gates).toEqual(gates);
    const { audits } = await services.history.list(production, { ...everything, limit: 1 });
    expect(audits).toMatchObject([{ action: "percentage_of_time", value: "3" }]);
    await features.mirror(staging, "a");
    await features.copyGates(staging, "a", production.environment);
    await features.clear(production, "a");
    expect(features.get(staging, "a").gates).toEqual(gates);
    expect(await failureOf(features.mirror(production, "a"))).toMatchObject({
      refusal: "parameter_invalid",
    });
  });

  test("an unknown feature is not created", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features, writer } = services;
    const { state } = writer;
    const members = { gate: "actors", add: ["x"], remove: [] } as const;
    for (const refused of [
      features.change(production, "a", enable, { checks: { typed: "a" } }),
      features.changeMembers(production, "a", members),
      features.describe(production, "a", { description: "x" }),
      features.mirror(staging, "a"),
      features.copyGates(staging, "a", production.environment),
      features.remove(production, "a", { typed: "a" }),
    ]) {
      expect(await failureOf(refused)).toMatchObject({ refusal: "feature_not_found" });
    }
    expect(writer.state).toBe(state);
  });
});

const everything = {
  keys: null,
  actions: null,
  actor: null,
  text: null,
  from: null,
  to: null,
  before: null,
  limit: 250,
} as const;
