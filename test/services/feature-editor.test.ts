import { describe, expect, test } from "bun:test";
import { changedMembersMax } from "../../src/commands/member-changes.ts";
import type { Change } from "../../src/model/change.ts";
import { gateTags, seenTagOf } from "../../src/toggles/gate-tags.ts";
import { closedGates } from "../../src/toggles/gates.ts";
import { failureOf } from "../contract/failure-of.ts";
import { newestSequence, startServices } from "./service-fixture.ts";

const enable = { action: "enable" } as const;

describe("changes from pages", () => {
  test("a gate that was changed meanwhile is not overwritten", async () => {
    await using fixture = await startServices();
    const { services, production } = fixture;
    const { features, editor, writer } = services;
    const { gates: shown } = await features.change(production, "a", enable);
    const percentage = { action: "percentage_of_time", value: 5 } as const;
    const seen = seenTagOf(shown, percentage);
    await editor.change(production, "a", percentage, { seen });
    const { state } = writer;
    for (const change of [{ ...percentage, value: 9 }, percentage] as const) {
      expect(await failureOf(editor.change(production, "a", change, { seen }))).toMatchObject({
        refusal: "gate_changed",
      });
    }
    const clear = { action: "clear" } as const;
    const old = { seen: gateTags(shown).all, typed: "a" };
    expect(await failureOf(editor.change(production, "a", clear, old))).toMatchObject({
      refusal: "gate_changed",
    });
    expect(writer.state).toBe(state);
    // Another gate, an actor without a tag, and what is shown now.
    const ofActors = { action: "percentage_of_actors", value: 1 } as const;
    await editor.change(production, "a", ofActors, { seen: gateTags(shown).percentage_of_actors });
    await editor.change(production, "a", { action: "enable_actor", value: "x" });
    const { gates } = features.get(production, "a");
    await editor.change(production, "a", clear, { seen: gateTags(gates).all, typed: "a" });
    expect(features.get(production, "a").gates).toEqual(closedGates);
  });

  test("Production asks for the typed name, other environments do not", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { features, editor, writer } = services;
    await features.create(production, "a");
    const { state } = writer;
    for (const typed of [undefined, "", "A", "a "]) {
      const checks = { typed };
      for (const refused of [
        editor.change(production, "a", enable, checks),
        editor.change(production, "a", { action: "disable" }, checks),
        editor.change(production, "a", { action: "clear" }, checks),
        editor.remove(production, "a", checks),
        editor.remove(staging, "a", checks),
        editor.copyGates(production, "a", staging.environment, checks),
      ]) {
        expect(await failureOf(refused)).toMatchObject({ refusal: "confirmation_required" });
      }
    }
    expect(writer.state).toBe(state);
    await editor.change(staging, "a", enable);
    await editor.change(production, "a", { action: "percentage_of_time", value: 5 });
    await editor.change(production, "a", enable, { typed: "a" });
    await editor.remove(staging, "a", { typed: "a" });
    expect(features.snapshot(production).find("a")).toBeUndefined();
    const sequence = newestSequence(services, production);
    expect(await services.history.audit(production, sequence)).toMatchObject({ action: "remove" });
  });

  test("many members change in one command, and only those that change are audited", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { editor, features, writer } = services;
    await features.create(production, "a");
    const recorded: Change[] = [];
    writer.onCommit((changes) => recorded.push(...changes));
    const ids = Array.from({ length: 500 }, (_each, index) => `User;${index}`);
    await editor.changeMembers(production, "a", { gate: "actors", add: ids, remove: [] });
    expect(recorded.map(({ kind }) => kind)).toEqual(["gates.written", "audits.recorded"]);
    const add = ["User;1", "User;2", "new"];
    const change = { gate: "actors", add, remove: ["User;2", "User;3", "unknown"] } as const;
    const changed = await editor.changeMembers(production, "a", change);
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
    await editor.changeMembers(production, "a", change);
    expect(writer.state).toBe(state);
    await editor.changeMembers(staging, "a", { ...change, remove: ["unknown"] });
    expect(writer.state.toggles.get(staging.environment.id)?.has("a")).toBeTrue();
    const tooMany = Array.from({ length: changedMembersMax + 1 }, String);
    const refused = editor.changeMembers(production, "a", { ...change, add: tooMany });
    expect(await failureOf(refused)).toMatchObject({ refusal: "parameter_invalid" });
    await editor.changeMembers(production, "a", { gate: "groups", add: ["g"], remove: [] });
    expect(writer.state.groups.first()?.has("g")).toBeTrue();
  });

  test("gates are copied from one environment to another", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { editor, features } = services;
    await features.change(production, "a", { action: "enable_actor", value: "x" });
    await features.change(staging, "a", { action: "percentage_of_time", value: 3 });
    const { gates } = features.get(staging, "a");
    const copied = await editor.copyGates(production, "a", staging.environment, { typed: "a" });
    expect(copied.gates).toEqual(gates);
    const { audits } = await services.history.list(production, { ...everything, limit: 1 });
    expect(audits).toMatchObject([{ action: "percentage_of_time", value: "3" }]);
    await editor.mirror(staging, "a");
    await editor.copyGates(staging, "a", production.environment);
    await features.clear(production, "a");
    expect(features.get(staging, "a").gates).toEqual(gates);
    expect(await failureOf(editor.mirror(production, "a"))).toMatchObject({
      refusal: "parameter_invalid",
    });
  });

  test("an unknown feature is not created", async () => {
    await using fixture = await startServices();
    const { services, production, staging } = fixture;
    const { editor, writer } = services;
    const { state } = writer;
    const members = { gate: "actors", add: ["x"], remove: [] } as const;
    for (const refused of [
      editor.change(production, "a", enable, { typed: "a" }),
      editor.changeMembers(production, "a", members),
      editor.describe(production, "a", { description: "x" }),
      editor.mirror(staging, "a"),
      editor.copyGates(staging, "a", production.environment),
      editor.remove(production, "a", { typed: "a" }),
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
  from: null,
  to: null,
  before: null,
  limit: 250,
} as const;
