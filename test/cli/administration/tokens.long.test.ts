import { expect, test } from "bun:test";
import type { ShellInput } from "./administer-by-shell.ts";
import type { Administer } from "./administration-targets.ts";
import { describeAdministration, expectRefused, timestamp } from "./describe-administration.ts";

const input: ShellInput = {
  name: "ci",
  environment: "production",
  access: "read_and_write",
  manages_environments: false,
};

async function newToken(administer: Administer, changed: ShellInput = {}) {
  return administer("token.create", { ...input, ...changed });
}

describeAdministration("tokens", (administer) => {
  test("are created for an environment, and their value is shown once", async () => {
    const { value, ...token } = await newToken(administer, { name: "told" });
    expect(value).toMatch(/^gatehouse_[\w-]{32}$/);
    expect(token).toEqual({
      id: token.id,
      name: "told",
      project: "Default",
      environment: "production",
      access: "read_and_write",
      manages_environments: false,
      preview: false,
      owner: "owner@localhost",
      created_at: timestamp,
      revoked_at: null,
      expires_at: null,
    });
    const { tokens } = await administer("token.list", {});
    expect(tokens).toContainEqual(token);
    expect(JSON.stringify(tokens)).not.toContain(value);
  });

  test("have the given access, permission and owner", async () => {
    await administer("member.add", { email: "Jo@Example.com", project: "Default" });
    const token = await newToken(administer, {
      access: "read_only",
      manages_environments: true,
      owner: "JO@example.com",
    });
    expect(token).toMatchObject({
      access: "read_only",
      manages_environments: true,
      owner: "jo@example.com",
    });
  });

  test("have an end if one is given, which lists show", async () => {
    const day = 86_400_000;
    const token = await newToken(administer, { access: "evaluate", expires: 90 * day });
    expect(token.access).toBe("evaluate");
    expect(Date.parse(token.expires_at ?? "") - Date.parse(token.created_at)).toBe(90 * day);
    const { tokens } = await administer("token.list", {});
    expect(tokens.find(({ id }) => id === token.id)?.expires_at).toBe(token.expires_at);
  });

  test("are replaced by tokens with the same rights, and stay valid for the overlap", async () => {
    const { value: oldValue, ...old } = await newToken(administer, { name: "rotated" });
    const rotated = await administer("token.rotate", { id: old.id, overlap: "2d" });
    const { value, earlier, ...token } = rotated;
    expect(value).toMatch(/^gatehouse_[\w-]{32}$/);
    expect(value).not.toBe(oldValue);
    expect(token).toEqual({ ...old, id: token.id, created_at: timestamp });
    expect(earlier).toEqual({ ...old, expires_at: timestamp });
    expect(Date.parse(earlier.expires_at ?? "") - Date.parse(token.created_at)).toBe(172_800_000);
    const again = await administer("token.rotate", { id: token.id, overlap: "0h" });
    expect(again.earlier.revoked_at).toBe(again.created_at);
  });

  test("are listed by environment, in order of id, without revoked ones", async () => {
    await administer("environment.create", { name: "Listed" });
    const first = await newToken(administer, { name: "first", environment: "listed" });
    const second = await newToken(administer, { name: "second", environment: "listed" });
    const names = async (revoked: boolean) => {
      const { tokens } = await administer("token.list", { environment: "listed", revoked });
      return tokens.map(({ name }) => name);
    };
    expect(await names(false)).toEqual(["first", "second"]);
    expect(await administer("token.revoke", { id: first.id })).toMatchObject({
      id: first.id,
      revoked_at: timestamp,
    });
    expect(await names(false)).toEqual(["second"]);
    expect(await names(true)).toEqual(["first", "second"]);
    const again = await administer("token.revoke", { id: second.id });
    expect(await administer("token.revoke", { id: second.id })).toEqual(again);
  });

  test("that break a rule are refused and not created", async () => {
    await administer("member.add", { email: "outside@example.com" });
    const before = await administer("token.list", { revoked: true });
    const refused: [ShellInput, string][] = [
      [{ environment: "prod" }, 'there is no environment "prod"; did you mean "production"?'],
      [{ project: "Other" }, 'there is no project "Other"; there is "Default"'],
      [{ owner: "no@example.com" }, '"no@example.com" is not a member of the organization'],
      [
        { owner: "outside@example.com" },
        '"outside@example.com" is not a member of the project "Default"',
      ],
      [
        { access: "evaluate", manages_environments: true },
        "A token that may only evaluate features cannot manage environments",
      ],
      [
        { expires: 0 },
        '--expires must be a time from 1m to 3650d, such as 30m, 6h or 1d, not "0m"',
      ],
      [
        { name: "" },
        '--name must be one line of 1 to 255 characters without spaces at either end, not ""',
      ],
    ];
    for (const [changed, reason] of refused) {
      await expectRefused(newToken(administer, changed), reason);
    }
    await expectRefused(administer("token.revoke", { id: 999 }), "there is no token 999");
    expect(await administer("token.list", { revoked: true })).toEqual(before);
  });

  test("count against the plan's limit while they are active", async () => {
    await administer("environment.create", { name: "Full" });
    await administer("limits.set", { plan: "self_hosted", tokens_per_environment: 1 });
    const only = await newToken(administer, { environment: "full" });
    await expectRefused(
      newToken(administer, { environment: "full" }),
      "The environment has reached its limit of active tokens",
    );
    await administer("token.revoke", { id: only.id });
    expect(await newToken(administer, { environment: "full" })).toMatchObject({ name: "ci" });
    await administer("limits.set", { plan: "self_hosted" });
  });
});
