import { expect, test } from "bun:test";
import type { Administer } from "./administration-targets.ts";
import { describeAdministration, expectRefused, timestamp } from "./describe-administration.ts";

const setUpPath = /^(?:http:\/\/gatehouse\.test)?\/set-up#[\w-]{43}$/;

async function emails(administer: Administer, project?: string): Promise<readonly string[]> {
  const { members } = await administer("member.list", { project });
  return members.map(({ email }) => email);
}

async function personalSlugs(administer: Administer, project: string): Promise<readonly string[]> {
  const { environments } = await administer("environment.list", { project });
  return environments.filter(({ state }) => state === "personal").map(({ slug }) => slug);
}

describeAdministration("members", (administer) => {
  test("of the organization are added, renamed and removed", async () => {
    const email = "Ann.Lee@example.com";
    const added = await administer("member.add", { email });
    const person = {
      id: added.id,
      email: "ann.lee@example.com",
      name: "ann.lee",
      projects: [],
      created_at: timestamp,
    };
    // Each time with a link of its own, as the one before cannot be shown again.
    const invited = {
      role: "member" as const,
      environment_roles: [],
      has_password: false,
      passkeys: 0,
      link_expires_at: timestamp,
      link: expect.stringMatching(setUpPath),
    };
    expect(added).toEqual({ ...person, ...invited });
    const again = await administer("member.add", { email });
    expect(again).toEqual({ ...person, ...invited });
    expect(again.link).not.toBe(added.link);
    const renamed = await administer("member.add", { email, name: "Ann", role: "viewer" });
    expect(renamed).toEqual({ ...person, ...invited, name: "Ann", role: "viewer" });
    expect(await emails(administer)).toEqual(["owner@localhost", "ann.lee@example.com"]);
    const removed = await administer("member.remove", { email });
    expect(removed).toEqual({ ...person, name: "Ann", tokens: [] });
    expect(await emails(administer)).toEqual(["owner@localhost"]);
    // Users keep their ids, because features and tokens may refer to them.
    expect(await administer("member.add", { email })).toEqual({
      ...person,
      ...invited,
      name: "Ann",
    });
    await administer("member.remove", { email });
  });

  test("of a project have a personal environment, created and deleted with the membership", async () => {
    await administer("project.create", { name: "Shop" });
    const project = "shop";
    const owner = await personalSlugs(administer, project);
    expect(owner).toEqual(["owner"]);
    const add = (email: string, name: string) => administer("member.add", { email, name, project });
    const kim = await add("kim@example.com", "Kim Ö");
    expect(kim.projects).toEqual(["Shop"]);
    await add("kim@example.org", "Kim Ö");
    const unnameable = await add("x@example.com", "…");
    const reserved = await add("admin@example.com", "admin");
    const mine = ["kim-oe", "kim-oe-2", `member-${unnameable.id}`];
    expect(await personalSlugs(administer, project)).toEqual([
      "owner",
      ...mine,
      `member-${reserved.id}`,
    ]);

    await add("kim@example.com", "Kim Ö");
    expect(await personalSlugs(administer, project)).toHaveLength(5);

    const token = await administer("token.create", {
      name: "hers",
      environment: "kim-oe",
      project,
      owner: "kim@example.com",
      access: "read_and_write",
      manages_environments: false,
    });
    const left = await administer("member.remove", { email: "kim@example.com", project });
    expect(left.projects).toEqual([]);
    expect(await personalSlugs(administer, project)).not.toContain("kim-oe");
    expect(await emails(administer, project)).not.toContain("kim@example.com");
    expect(await emails(administer)).toContain("kim@example.com");
    const { tokens } = await administer("token.list", { project, revoked: true });
    expect(tokens.map(({ id }) => id)).not.toContain(token.id);
  });

  test("that are removed keep their other tokens, which are named, and revoked if that is asked for", async () => {
    const email = "pat@example.com";
    const project = "Tokens";
    await administer("project.create", { name: project });
    const join = async () => {
      await administer("member.add", { email, project: "Default" });
      await administer("member.add", { email, project });
    };
    const create = (name: string, owner: string, of: string) =>
      administer("token.create", {
        ...{ name, owner, project: of, environment: "production" },
        ...{ access: "read_only", manages_environments: false },
      });
    await join();
    const first = await create("first", email, "Default");
    const second = await create("second", email, project);
    const others = await create("other", "owner@localhost", "Default");
    await administer("token.revoke", { id: (await create("old", email, "Default")).id });
    const active = async () =>
      (
        await Promise.all(
          ["Default", project].map((of) => administer("token.list", { project: of })),
        )
      )
        .flatMap(({ tokens }) => tokens.map(({ id }) => id))
        .filter((id) => id >= first.id);

    const { value: _first, ...firstToken } = first;
    const { value: _second, ...secondToken } = second;
    const leave = (more: object) => administer("member.remove", { email, ...more });
    expect((await leave({ project })).tokens).toEqual([secondToken]);
    expect((await leave({})).tokens).toEqual([firstToken, secondToken]);
    expect(await active()).toEqual([first.id, others.id, second.id]);

    await join();
    const left = await leave({ project, revoke_tokens: true });
    expect(left.tokens).toEqual([{ ...secondToken, revoked_at: timestamp }]);
    expect(await active()).toEqual([first.id, others.id]);
    const gone = await leave({ revoke_tokens: true });
    expect(gone.tokens).toEqual([{ ...firstToken, revoked_at: timestamp }]);
    expect(await active()).toEqual([others.id]);
  });

  test("that leave the organization leave all its projects", async () => {
    await administer("project.create", { name: "One" });
    await administer("project.create", { name: "Two" });
    const email = "sam@example.com";
    await administer("member.add", { email, project: "One" });
    const sam = await administer("member.add", { email, project: "Two" });
    expect(sam.projects).toEqual(["One", "Two"]);
    expect((await administer("member.remove", { email })).projects).toEqual([]);
    for (const project of ["One", "Two"]) {
      expect(await emails(administer, project)).not.toContain(email);
      expect(await personalSlugs(administer, project)).toEqual(["owner"]);
    }
  });

  test("that break a rule are refused", async () => {
    await administer("member.add", { email: "lee@example.com" });
    const before = await administer("member.list", {});
    const form = "EMAIL must be an e-mail address of at most 254 characters";
    const long = `${"a".repeat(251)}@b.c`;
    const refused: [() => Promise<unknown>, string][] = [
      [() => administer("member.add", { email: "no" }), `${form}, not "no"`],
      [() => administer("member.add", { email: "a@b@c" }), `${form}, not "a@b@c"`],
      [() => administer("member.add", { email: "a b@c" }), `${form}, not "a b@c"`],
      [() => administer("member.add", { email: long }), `${form}, not "${long.slice(0, 80)}…"`],
      [
        () => administer("member.add", { email: "new@example.com", project: "None" }),
        'there is no project "None"; did you mean "One"?',
      ],
      [
        () => administer("member.remove", { email: "new@example.com" }),
        '"new@example.com" is not a member of the organization',
      ],
      [
        () => administer("member.remove", { email: "lee@example.com", project: "Default" }),
        '"lee@example.com" is not a member of the project "Default"',
      ],
    ];
    for (const [work, reason] of refused) {
      await expectRefused(work(), reason);
    }
    expect(await administer("member.list", {})).toEqual(before);
  });

  test("have a role, which can be changed, and links, which replace each other", async () => {
    const email = "rita@example.com";
    const added = await administer("member.add", { email, role: "admin" });
    expect(added.role).toBe("admin");
    expect((await administer("member.add", { email })).role).toBe("admin");
    const { link: _, ...demoted } = await administer("member.add", { email, role: "viewer" });
    const promoted = await administer("member.set_role", { email, role: "owner" });
    expect(promoted).toEqual({ ...demoted, role: "owner" });
    const { members } = await administer("member.list", {});
    expect(members.find((member) => member.email === email)).toEqual(promoted);
    const base = "https://flags.example.com/base";
    const reset = await administer("member.reset", { email, public_url: base });
    expect(reset.link).toStartWith(`${base}/set-up#`);
    expect(reset).toMatchObject({ role: "owner", has_password: false });
    for (const [work, reason] of [
      [
        () => administer("member.reset", { email: "nobody@example.com" }),
        '"nobody@example.com" is not a member of the organization',
      ],
      [
        () => administer("member.set_role", { email: "nobody@example.com", role: "owner" }),
        '"nobody@example.com" is not a member of the organization',
      ],
    ] as const) {
      await expectRefused(work(), reason);
    }
    await administer("member.remove", { email });
  });

  test("can be removed and lose the role of an owner, except the last owner", async () => {
    const others = (await emails(administer)).filter((email) => email !== "owner@localhost");
    const last = "last@example.com";
    await administer("member.add", { email: last, role: "owner" });
    for (const email of [...others, "owner@localhost"]) {
      await administer("member.remove", { email });
    }
    await administer("member.add", { email: "other@example.com", role: "admin" });
    const before = await administer("member.list", {});
    expect(before.members.map(({ email }) => email)).toEqual([last, "other@example.com"]);
    for (const work of [
      () => administer("member.remove", { email: last }),
      () => administer("member.set_role", { email: last, role: "admin" }),
      () => administer("member.add", { email: last, role: "viewer" }),
    ]) {
      await expectRefused(work(), "The organization needs another owner first");
    }
    expect(await administer("member.list", {})).toEqual(before);
    await administer("member.set_role", { email: "other@example.com", role: "owner" });
    await administer("member.set_role", { email: last, role: "viewer" });
    await administer("member.remove", { email: last });
    expect(await emails(administer)).toEqual(["other@example.com"]);
  });
});
