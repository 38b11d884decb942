import { expect, test } from "bun:test";
import type { SignedIn } from "../../../src/app/sessions/sessions.ts";
import type { CallerSession } from "../../../src/core/model/caller.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import {
  expectRefusal,
  facts,
  goodPassword,
  otherPassword,
  startAccounts,
} from "./accounts-fixture.ts";

cheapPasswords();

function asOwner({ session }: SignedIn): CallerSession {
  return { hash: session.hash, userId: session.userId, roleMin: "owner" };
}

async function started() {
  const accounts = await startAccounts();
  const profile = { email: "ann@example.com", name: "Ann" };
  const owner = await accounts.links.use(
    await accounts.ownerCode(),
    { password: goodPassword, profile },
    facts,
  );
  return { ...accounts, owner, by: asOwner(owner) };
}

test("an owner lists, adds, changes, resets and removes members", async () => {
  const { members, sessions, links, by, owner, clock } = await started();
  const { user, issued } = await members.add(by, { email: "Kim@Example.com", role: "viewer" });
  const week = clock.now + 7 * 86_400_000;
  const kim = { user, role: "viewer", hasPassword: false, passkeys: 0 };
  expect(user).toMatchObject({ email: "kim@example.com", name: "kim" });
  expect(members.list()).toEqual([
    {
      user: owner.user,
      role: "owner",
      hasPassword: true,
      passkeys: 0,
      linkExpiresAt: null,
      seenAt: clock.now,
    },
    { ...kim, role: "viewer", linkExpiresAt: week, seenAt: null },
  ]);
  await members.setRole(by, user.id, "admin");
  const reset = await members.resetLink(by, user.id);
  await expect(links.holder(issued?.code ?? "", facts)).rejects.toThrow();
  const { cookieValue } = await links.use(reset.code, { password: goodPassword }, facts);
  expect(sessions.find(cookieValue)).toMatchObject({ role: "admin" });
  // A person with a password gets no link by being added again.
  expect(await members.add(by, { email: "kim@example.com", role: "member" })).toEqual({
    user,
    issued: null,
  });
  await members.remove(by, user.id);
  expect(sessions.find(cookieValue)).toBeUndefined();
  expect(members.list()).toHaveLength(1);
  for (const work of [
    () => members.remove(by, user.id),
    () => members.setRole(by, user.id, "owner"),
    () => members.resetLink(by, user.id),
    () => members.resetLink(by, 999),
  ]) {
    await expectRefusal(work(), "member_not_found");
  }
});

test("nobody but an owner does that, and the last owner stays", async () => {
  const { members, signUp, by, owner, writer } = await started();
  const admin = await signUp("admin@example.com", "admin", otherPassword);
  const before = writer.state;
  const work = (as: CallerSession) => [
    () => members.add(as, { email: "new@example.com", role: "viewer" }),
    () => members.setRole(as, admin.user.id, "owner"),
    () => members.remove(as, owner.user.id),
    () => members.resetLink(as, owner.user.id),
  ];
  for (const each of work(asOwner(admin))) {
    await expectRefusal(each(), "role_required");
  }
  for (const each of work({ ...asOwner(admin), userId: owner.user.id })) {
    await expectRefusal(each(), "session_ended");
  }
  await expectRefusal(members.remove(by, owner.user.id), "last_owner");
  await expectRefusal(members.setRole(by, owner.user.id, "admin"), "last_owner");
  await expectRefusal(members.add(by, { email: "ann@example.com", role: "viewer" }), "last_owner");
  const invalid = { email: "nobody", role: "viewer" } as const;
  expect(() => members.add(by, invalid)).toThrow("This is not an e-mail address");
  const unnamed = { email: "x@example.com", name: "\n", role: "viewer" } as const;
  expect(() => members.add(by, unnamed)).toThrow("A name is one line");
  expect(writer.state).toBe(before);
  await members.setRole(by, admin.user.id, "owner");
  await members.remove(by, owner.user.id);
  await expectRefusal(members.setRole(by, admin.user.id, "viewer"), "session_ended");
});
