import { expect, test } from "bun:test";
import { planNames, plans } from "../../../src/core/model/plan.ts";
import { describeAdministration, expectRefused } from "./describe-administration.ts";
import { importInto } from "./on-admin-api.ts";

describeAdministration("projects", (administer, directory) => {
  test("begin with Production and the first owner, and are independent of each other", async () => {
    const project = await administer("project.create", { name: "Shop" });
    expect(project).toEqual({
      id: project.id,
      name: "Shop",
      features: 0,
      environments: 2,
      members: 1,
      strict: false,
    });
    await importInto(directory(), '{"features":{"a":{}}}', { project: "shop" });
    await administer("group.add", { project: "SHOP", name: "admins" });
    const { projects } = await administer("project.list", {});
    expect(projects).toMatchObject([
      { name: "Default", features: 0 },
      { name: "Shop", features: 1, members: 1 },
    ]);
    expect(await administer("group.list", {})).toMatchObject({ groups: [] });
  });

  test("have unique names, ignoring letter case", async () => {
    await expectRefused(
      administer("project.create", { name: "DEFAULT" }),
      'the project "DEFAULT" exists already',
    );
    expect((await administer("project.list", {})).projects).toHaveLength(2);
  });
});

describeAdministration("groups", (administer) => {
  test("are added once, listed in byte order, and removed", async () => {
    for (const name of ["b", "ä", "a"]) {
      expect(await administer("group.add", { name })).toEqual({ name, added: true });
    }
    expect(await administer("group.add", { name: "a" })).toEqual({ name: "a", added: false });
    expect(await administer("group.list", {})).toEqual({
      strict: false,
      groups: ["a", "b", "ä"],
      told: [],
    });
    expect(await administer("group.remove", { name: "b" })).toEqual({ name: "b" });
    await expectRefused(
      administer("group.remove", { name: "b" }),
      'the project "Default" has no group "b"',
    );
    expect(await administer("group.list", {})).toMatchObject({ groups: ["a", "ä"] });
  });

  test("that are registered are the only ones of a strict project", async () => {
    const strictness = async (strict: boolean) => {
      const answer = await administer("group.strict", { strict });
      expect(answer).toEqual({ project: "Default", strict });
      return (await administer("group.list", {})).strict;
    };
    expect(await strictness(true)).toBe(true);
    expect(await strictness(true)).toBe(true);
    expect(await strictness(false)).toBe(false);
  });
});

/** What every plan allows to be stored. */
const stored = {
  audit_retention_days: null,
  production_bytes: 67_108_864,
  environment_bytes: 8_388_608,
  project_bytes: 268_435_456,
  features_per_project: 100_000,
  actors_per_gate: 100_000,
};

describeAdministration("the plan", (administer) => {
  test("is self_hosted at first, and every plan has its own limits", async () => {
    expect(await administer("limits.show", {})).toEqual({
      plan: "self_hosted",
      limits: {
        custom_environments: 1_000,
        tokens_per_environment: 50,
        audit_events: null,
        telemetry_retention_days: 90,
        ...stored,
      },
      overridden: [],
    });
    expect(Object.keys(plans).sort()).toEqual([...planNames].sort());
    for (const plan of planNames) {
      const set = await administer("limits.set", { plan });
      expect(set).toMatchObject({
        plan,
        limits: { audit_events: plans[plan].auditEventsMax, ...stored },
        overridden: [],
      });
      expect(await administer("limits.show", {})).toEqual(set);
    }
  });

  test("accepts single limits, and resets the limits that are not given again", async () => {
    const limits = { custom_environments: 0, tokens_per_environment: 2, audit_events: null };
    expect(await administer("limits.set", { plan: "team", ...limits })).toEqual({
      plan: "team",
      limits: { ...limits, telemetry_retention_days: 30, ...stored },
      overridden: ["custom_environments", "tokens_per_environment", "audit_events"],
    });
    // A limit equal to the plan's own is not an override.
    expect(await administer("limits.set", { plan: "team", audit_events: 10_000 })).toMatchObject({
      limits: { custom_environments: 10, audit_events: 10_000 },
      overridden: [],
    });
  });

  test("accepts quotas and a retention of audits", async () => {
    const quotas = {
      audit_retention_days: 1,
      production_bytes: 0,
      environment_bytes: 1_000,
      project_bytes: 2 ** 36,
      features_per_project: 7,
      actors_per_gate: 1_000_000,
    };
    expect(await administer("limits.set", { plan: "team", ...quotas })).toMatchObject({
      limits: quotas,
      overridden: Object.keys(quotas),
    });
    const reset = await administer("limits.set", { plan: "team", audit_retention_days: null });
    expect(reset).toMatchObject({ limits: stored, overridden: [] });
  });

  test("refuses invalid limits", async () => {
    const before = await administer("limits.show", {});
    const refused: [Record<string, number>, string][] = [
      [
        { custom_environments: -1 },
        '--custom-environments must be an integer from 0 to 10000, not "-1"',
      ],
      [
        { tokens_per_environment: 0 },
        '--tokens-per-environment must be an integer from 1 to 10000, not "0"',
      ],
      [
        { audit_events: 0.5 },
        '--audit-events must be an integer from 0 to 1000000000, or all, not "0.5"',
      ],
      [
        { telemetry_retention_days: 1e9 },
        '--telemetry-retention-days must be an integer from 0 to 3650, not "1000000000"',
      ],
      [
        { audit_retention_days: 0 },
        '--audit-retention must be a number of days from 1d to 36500d, or forever, not "0d"',
      ],
      [
        { production_bytes: 2 ** 36 + 1 },
        '--production-bytes must be a size from 0 to 68719476736 bytes, such as 1000 or 64MiB, not "68719476737"',
      ],
      [{ stars: 5 }, "unknown option --stars"],
    ];
    for (const [limit, reason] of refused) {
      await expectRefused(administer("limits.set", { plan: "free", ...limit }), reason);
    }
    expect(await administer("limits.show", {})).toEqual(before);
  });
});
