import { expect, test } from "bun:test";
import type { Administer } from "./administration-targets.ts";
import { describeAdministration, expectRefused, timestamp } from "./describe-administration.ts";
import { exportFrom, importInto } from "./on-admin-api.ts";

const onExport = '{"features":{"a":{"boolean":"true"},"b":{"boolean":"true"},"c":{}}}';

async function slugs(administer: Administer, project?: string): Promise<readonly string[]> {
  const { environments } = await administer("environment.list", { project });
  return environments.map(({ slug }) => slug);
}

async function exported(directory: string, environment: string): Promise<unknown> {
  return JSON.parse(await exportFrom(directory, { environment }));
}

describeAdministration("environments", (administer, directory) => {
  test("are created by name, listed in order of id, and deleted by slug", async () => {
    const created = await administer("environment.create", { name: "Ünder Test" });
    expect(created).toEqual({
      id: created.id,
      slug: "uender-test",
      name: "Ünder Test",
      state: "other",
      overrides: 0,
      created_at: timestamp,
    });
    const { environments } = await administer("environment.list", {});
    expect(environments).toMatchObject([{ slug: "production", state: "production" }, created]);
    expect(await administer("environment.delete", { slug: "uender-test" })).toEqual(created);
    expect(await slugs(administer)).toEqual(["production"]);
    const again = await administer("environment.create", { name: "Ünder Test" });
    expect(again.id).toBeGreaterThan(created.id);
    await administer("environment.delete", { slug: "uender-test" });
  });

  test("of another name with the same slug get the next free slug", async () => {
    await administer("environment.create", { name: "feature/x" });
    const { slug } = await administer("environment.create", { name: "Feature X" });
    expect(slug).toBe("feature-x-2");
    await administer("environment.delete", { slug });
    await administer("environment.delete", { slug: "feature-x" });
  });

  test("are deleted with their own tokens only", async () => {
    await administer("environment.create", { name: "Short" });
    const token = { name: "t", access: "read_only", manages_environments: false } as const;
    await administer("token.create", { ...token, environment: "short" });
    const kept = await administer("token.create", { ...token, environment: "production" });
    await administer("environment.delete", { slug: "short" });
    const { tokens } = await administer("token.list", { revoked: true });
    expect(tokens.map(({ id }) => id)).toEqual([kept.id]);
  });

  test("that break a rule are refused", async () => {
    await administer("environment.create", { name: "Taken" });
    await administer("member.add", { email: "pia@example.com", name: "Pia", project: "Default" });
    const before = await administer("environment.list", {});
    const unusable = "The name is too long, or its slug is empty or reserved";
    const refused: [() => Promise<unknown>, string][] = [
      [
        () => administer("environment.create", { name: "tAKEN" }),
        'the project "Default" has an environment "tAKEN" already',
      ],
      [() => administer("environment.create", { name: "Admin" }), unusable],
      [() => administer("environment.create", { name: "…" }), unusable],
      [
        () => administer("environment.delete", { slug: "production" }),
        "the Production environment cannot be deleted",
      ],
      [
        () => administer("environment.delete", { slug: "pia" }),
        'the environment "pia" is deleted when its member leaves the project',
      ],
      [
        () => administer("environment.delete", { slug: "none" }),
        'there is no environment "none"; there are "production", "taken", "pia"',
      ],
      [
        () => administer("environment.mirror", { slug: "production", features: [] }),
        "Production cannot mirror itself",
      ],
      [
        () => administer("environment.mirror", { slug: "taken", features: ["none"] }),
        'the project "Default" has no feature "none"',
      ],
    ];
    for (const [work, reason] of refused) {
      await expectRefused(work(), reason);
    }
    expect(await administer("environment.list", {})).toEqual(before);
    await administer("environment.delete", { slug: "taken" });
  });

  test("count against the plan's limit, over all projects", async () => {
    await administer("project.create", { name: "Second" });
    await administer("limits.set", { plan: "self_hosted", custom_environments: 1 });
    await administer("environment.create", { name: "Only", project: "Second" });
    await expectRefused(
      administer("environment.create", { name: "Only" }),
      "The plan's limit of custom environments is reached",
    );
    expect(await slugs(administer)).not.toContain("only");
    await administer("environment.delete", { slug: "only", project: "Second" });
    await administer("limits.set", { plan: "self_hosted" });
  });

  test("mirror the given features, or all without any, and then equal Production", async () => {
    await importInto(directory(), onExport);
    await administer("environment.create", { name: "Preview" });
    await importInto(directory(), '{"features":{}}', { environment: "preview" });
    const overrides = async () => {
      const { environments } = await administer("environment.list", {});
      return environments.find(({ slug }) => slug === "preview")?.overrides;
    };
    const mirror = (...features: string[]) =>
      administer("environment.mirror", { slug: "preview", features });

    expect(await overrides()).toBe(3);
    expect(await exported(directory(), "preview")).toMatchObject({
      features: { a: { boolean: null }, b: { boolean: null } },
    });
    expect(await mirror("b", "b")).toEqual({ slug: "preview", features: ["b"] });
    expect(await overrides()).toBe(2);
    expect(await exported(directory(), "preview")).toMatchObject({
      features: { a: { boolean: null }, b: { boolean: "true" } },
    });
    // One unknown name refuses the whole operation.
    await expectRefused(mirror("a", "none"), 'the project "Default" has no feature "none"');
    expect(await overrides()).toBe(2);
    expect(await mirror()).toEqual({ slug: "preview", features: ["a", "c"] });
    expect(await mirror()).toEqual({ slug: "preview", features: [] });
    expect(await overrides()).toBe(0);
    expect(await exported(directory(), "preview")).toEqual(
      await exported(directory(), "production"),
    );
  });
});
