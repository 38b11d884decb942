import { expect, test } from "bun:test";
import { startShell, words } from "./in-memory-shell.ts";

test("a role in one environment is given, listed and taken away", async () => {
  const { run } = await startShell(Date.now);
  const done = async (line: string) => {
    const { code, out, err } = await run(...words(line));
    expect([line, code, err]).toEqual([line, 0, ""]);
    return out;
  };
  await done("member add jo@example.com --role admin");
  expect(await done("member set-role jo@example.com viewer --environment production")).toBe(
    "jo@example.com is an admin\nin production of Default: a viewer\n",
  );
  const listed: unknown = JSON.parse(await done("member list --json"));
  expect(listed).toMatchObject({
    members: [
      { role: "owner", environment_roles: [] },
      {
        role: "admin",
        environment_roles: [{ project: "Default", environment: "production", role: "viewer" }],
      },
    ],
  });
  expect(await done("member clear-role jo@example.com --environment production")).toBe(
    "jo@example.com is an admin\n",
  );
});

test("rules for groups are added, changed, listed and removed", async () => {
  const { run } = await startShell(Date.now);
  const done = async (line: string) => {
    const { code, out, err } = await run(...words(line));
    expect([line, code, err]).toEqual([line, 0, ""]);
    return out;
  };
  await done("sign-on add-rule platform member");
  expect(await done("sign-on add-rule platform admin")).toBe(
    "people of platform get the role admin\n",
  );
  await done("sign-on add-rule support viewer --environment production");
  const { rules }: { rules: readonly { id: string }[] } = JSON.parse(
    await done("sign-on rules --json"),
  );
  expect(rules).toMatchObject([
    { group: "platform", role: "admin", project: null, environment: null },
    { group: "support", role: "viewer", project: "Default", environment: "production" },
  ]);
  expect(await done("sign-on rules")).toContain("support   viewer  Default  production");
  expect(await done(`sign-on remove-rule ${rules[0]?.id}`)).toBe("removed the rule; 1 left\n");
});

test("emergency access is given to an owner, listed and taken away", async () => {
  const { run } = await startShell(Date.now);
  const line = async (text: string) => (await run(...words(text))).out;
  expect(await line("sign-on add-emergency owner@localhost")).toBe(
    "emergency access: owner@localhost\n",
  );
  expect(await line("sign-on emergency")).toContain("1   owner@localhost  Owner  never");
  expect(await line("sign-on remove-emergency owner@localhost")).toBe(
    "0 owners have emergency access\n",
  );
});

test("a personal token of a member is created, listed and revoked on the machine", async () => {
  const { run } = await startShell(Date.now);
  const done = async (line: string) => {
    const { code, out, err } = await run(...words(line));
    expect([line, code, err]).toEqual([line, 0, ""]);
    return out;
  };
  const value = await done(
    "pat create owner@localhost --name ci --scope write --approve --environment production",
  );
  expect(value).toMatch(/^gatehouse_pat_[0-9A-Za-z]{38}\n$/);
  const { tokens }: { tokens: readonly { id: string; created_at: string; expires_at: string }[] } =
    JSON.parse(await done("pat list owner@localhost --json"));
  expect(tokens).toMatchObject([
    { name: "ci", scope: "write", approves: true, environments: ["production"] },
  ]);
  const [token] = tokens;
  const lifetime = Date.parse(token?.expires_at ?? "") - Date.parse(token?.created_at ?? "");
  expect(lifetime).toBe(90 * 86_400_000);
  expect(await done("pat list owner@localhost")).toContain("write, approve  production");
  expect(await done(`pat revoke owner@localhost ${token?.id}`)).toBe("revoked the token; 0 left\n");
});

const rule =
  "trust add --name deploy --issuer https://ci.example.com --audience flags --environment production";

test("trust rules are added, listed and removed", async () => {
  const { run } = await startShell(Date.now);
  const done = async (line: string) => {
    const { code, out, err } = await run(...words(line));
    expect([line, code, err]).toEqual([line, 0, ""]);
    return out;
  };
  const added: { readonly id: string } = JSON.parse(
    await done(`${rule} --claim repository_id=42 --claim ref=a=b --json`),
  );
  expect(added).toMatchObject({
    ...{ claims: { repository_id: "42", ref: "a=b" }, access: "read_only" },
    ...{ project: "Default", environment: "production", audience: "flags" },
  });
  expect(await done("trust list")).toContain("repository_id=42 ref=a=b  production");
  expect(await done("token list")).toContain("deploy");
  expect(await done(`trust remove ${added.id}`)).toBe("removed the trust rule; 0 left\n");
});

test.each([
  [rule, "--claim is missing"],
  [`${rule} --claim repository_id`, "must be a name and a value"],
  [`${rule} --claim a=1 --claim a=2`, "each name stands once"],
  ["trust remove none", "There is no such trust rule"],
  ["pat create owner@localhost --name ci --scope owner", "--scope must be"],
  ["pat create owner@localhost --name ci --scope read --expires 367d", "--expires must be"],
  ["pat create no@localhost --name ci --scope read", "is not a member"],
  ["sign-on add-rule platform owner --environment production", "an owner is an owner everywhere"],
  ["sign-on remove-rule none", "There is no such rule"],
  ["member set-role owner@localhost owner --environment production", "ROLE must be"],
  ["member set-role owner@localhost viewer --environment none", "no environment"],
  ["member clear-role owner@localhost", "--environment"],
])("%s is refused", async (line, reason) => {
  const { run, writer } = await startShell(Date.now);
  const before = writer.state;
  const { code, err } = await run(...words(line));
  expect([code === 0, err]).toEqual([false, expect.stringContaining(reason)]);
  expect(writer.state).toBe(before);
});
