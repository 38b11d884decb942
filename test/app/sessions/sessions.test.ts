import { expect, spyOn, test } from "bun:test";
import { removeMember } from "../../../src/app/commands/member-commands.ts";
import { requireValidCaller } from "../../../src/app/commands/require-valid-caller.ts";
import { setRole } from "../../../src/app/commands/role-commands.ts";
import { startSession } from "../../../src/app/commands/session-commands.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import type { Role } from "../../../src/core/model/role.ts";
import { productionOf } from "../../../src/core/model/state-lookups.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import {
  expectRefusal,
  facts,
  goodPassword,
  otherPassword,
  startAccounts,
} from "./accounts-fixture.ts";

cheapPasswords();

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

test("a member signs in with the password, and the cookie finds the session", async () => {
  const { sessions, signUp, writer } = await startAccounts();
  await signUp("kim@example.com", "admin");
  const signedIn = await sessions.signIn("Kim@Example.com", goodPassword, facts);
  expect(signedIn.cookieValue).toMatch(/^[\w-]{43}$/);
  expect(sessions.find(signedIn.cookieValue)).toEqual({
    session: signedIn.session,
    user: signedIn.user,
    role: "admin",
  });
  expect(signedIn.session).toMatchObject(facts);
  expect(sessions.find(`${signedIn.cookieValue}x`)).toBeUndefined();
  expect(sessions.find(signedIn.session.hash)).toBeUndefined();
  expect(JSON.stringify(writer.state.sessions)).not.toContain(signedIn.cookieValue);
  expect(JSON.stringify(writer.state.passwords)).not.toContain(goodPassword);
});

test("attempts are limited, and a success takes the failures back", async () => {
  const { sessions, signUp, clock } = await startAccounts();
  await signUp("kim@example.com", "admin");
  const fail = () => sessions.signIn("kim@example.com", otherPassword, facts);
  const failTimes = async (count: number) => {
    for (let index = 0; index < count; index++) {
      await expectRefusal(fail(), "sign_in_failed");
    }
  };
  await failTimes(9);
  await sessions.signIn("kim@example.com", goodPassword, facts);
  await failTimes(10);
  const refusal = await expectRefusal(fail(), "too_many_attempts");
  expect(refusal.retryAfterSeconds).toBe(60);
  const right = () => sessions.signIn("kim@example.com", goodPassword, facts);
  await expectRefusal(right(), "too_many_attempts");
  clock.now += 60_000;
  await right();
});

test("a session ends when it is idle for two weeks, and after 90 days however it is used", async () => {
  const { sessions, signUp, clock } = await startAccounts();
  const { cookieValue, session } = await signUp("kim@example.com", "viewer");
  clock.now += 14 * dayMs - 1;
  expect(sessions.find(cookieValue)).toBeDefined();
  for (let used = clock.now; used < session.createdAt + 89 * dayMs; used = clock.now) {
    clock.now += 13 * dayMs;
    expect(sessions.find(cookieValue) !== undefined).toBe(
      clock.now < session.createdAt + 90 * dayMs,
    );
  }
  expect(sessions.find(cookieValue)).toBeUndefined();
  expect(sessions.list(session.userId)).toEqual([]);

  const idle = await sessions.signIn("kim@example.com", goodPassword, facts);
  clock.now += 14 * dayMs;
  expect(sessions.find(idle.cookieValue)).toBeUndefined();
});

test("the use of a session is in memory at once, and stored at most once an hour", async () => {
  const { sessions, signUp, clock, writer } = await startAccounts();
  const { cookieValue, session } = await signUp("kim@example.com", "viewer");
  const stored = () => writer.state.sessions.get(session.hash)?.seenAt;
  const commits: (readonly Change[])[] = [];
  writer.onCommit((changes) => void commits.push(changes));
  clock.now += hourMs - 1;
  expect(sessions.find(cookieValue)).toBeDefined();
  await writer.submit(() => undefined);
  expect(stored()).toBe(session.seenAt);
  expect(sessions.list(session.userId)).toMatchObject([{ seenAt: clock.now }]);
  clock.now += 1;
  for (let index = 0; index < 10; index++) {
    expect(sessions.find(cookieValue)).toBeDefined();
  }
  await writer.submit(() => undefined);
  expect(stored()).toBe(clock.now);
  expect(commits).toHaveLength(1);
});

test("a user has at most 20 sessions; the oldest one ends", async () => {
  const { sessions, signUp, clock, writer } = await startAccounts();
  const first = await signUp("kim@example.com", "viewer");
  const other = await signUp("lee@example.com", "viewer");
  const { userId } = first.session;
  for (let index = 0; index < 20; index++) {
    expect(sessions.find(first.cookieValue) !== undefined).toBe(index < 20);
    clock.now += 1;
    await writer.submit((draft) =>
      startSession(draft, {
        ...{ ...facts, method: "password" as const },
        ...{ userId, cookieValue: `cookie ${index}` },
      }),
    );
  }
  expect(sessions.find(first.cookieValue)).toBeUndefined();
  expect(sessions.find("cookie 0")).toBeDefined();
  expect(sessions.list(userId)).toHaveLength(20);
  expect(sessions.find(other.cookieValue)).toBeDefined();
});

test("sessions are listed newest first, and one or all others can be ended", async () => {
  const { sessions, signUp, clock } = await startAccounts();
  const stranger = await signUp("lee@example.com", "viewer");
  const first = await signUp("kim@example.com", "viewer");
  const { userId } = first.session;
  const signIn = () => {
    clock.now += 1_000;
    return sessions.signIn("kim@example.com", goodPassword, facts);
  };
  const second = await signIn();
  const third = await signIn();
  expect(sessions.list(userId).map(({ id }) => id)).toEqual(
    [third, second, first].map(({ session }) => session.id),
  );
  await sessions.end(userId, second.session.id);
  expect(sessions.find(second.cookieValue)).toBeUndefined();
  await expectRefusal(sessions.end(userId, second.session.id), "session_not_found");
  await expectRefusal(sessions.end(userId, stranger.session.id), "session_not_found");
  expect(await sessions.endOthers(first.session)).toBe(1);
  expect(sessions.find(third.cookieValue)).toBeUndefined();
  expect(sessions.find(first.cookieValue)).toBeDefined();
  expect(sessions.find(stranger.cookieValue)).toBeDefined();
});

test("a changed password ends all sessions, and needs the current one", async () => {
  const { sessions, signUp, writer } = await startAccounts();
  const first = await signUp("kim@example.com", "viewer");
  const second = await sessions.signIn("kim@example.com", goodPassword, facts);
  const found = sessions.find(first.cookieValue) ?? expect.unreachable();
  const change = (current: string, next: string) =>
    sessions.changePassword(found, { current, next }, facts);
  const before = writer.state;
  await expectRefusal(change(otherPassword, otherPassword), "password_wrong");
  await expectRefusal(change(goodPassword, "kim@example.com"), "password_too_weak");
  await expectRefusal(change(goodPassword, "short"), "password_too_short");
  expect(writer.state).toBe(before);
  const changed = await change(goodPassword, otherPassword);
  expect(sessions.find(first.cookieValue)).toBeUndefined();
  expect(sessions.find(second.cookieValue)).toBeUndefined();
  expect(sessions.find(changed.cookieValue)).toBeDefined();
  const old = sessions.signIn("kim@example.com", goodPassword, facts);
  await expectRefusal(old, "sign_in_failed");
  await sessions.signIn("kim@example.com", otherPassword, facts);
  // The session that asks has ended by now.
  await expectRefusal(change(otherPassword, goodPassword), "session_ended");
});

test("a password that changes while another one is verified signs nobody in", async () => {
  const { sessions, signUp } = await startAccounts();
  const { cookieValue } = await signUp("kim@example.com", "viewer");
  const found = sessions.find(cookieValue) ?? expect.unreachable();
  const changing = sessions.changePassword(
    found,
    { current: goodPassword, next: otherPassword },
    facts,
  );
  const verified = Promise.withResolvers<boolean>();
  const verify = spyOn(Bun.password, "verify");
  await changing;
  verify.mockImplementationOnce(() => verified.promise);
  const late = sessions.signIn("kim@example.com", otherPassword, facts);
  const again = sessions.find(
    (await sessions.signIn("kim@example.com", otherPassword, facts)).cookieValue,
  );
  await sessions.changePassword(
    again ?? expect.unreachable(),
    { current: otherPassword, next: goodPassword },
    facts,
  );
  verified.resolve(true);
  await expectRefusal(late, "sign_in_failed");
  verify.mockRestore();
});

test("the end of a membership ends sessions, passwords and commands that wait", async () => {
  const { sessions, signUp, writer } = await startAccounts();
  const { cookieValue, session, user } = await signUp("kim@example.com", "admin");
  const caller = (roleMin: Role) => ({
    environment: productionOf(writer.state, 1),
    actor: { type: "User" as const, id: String(user.id) },
    userId: user.id,
    token: null,
    session: { hash: session.hash, userId: user.id, roleMin },
  });
  const asked = (roleMin: Role) =>
    writer.submit((draft) => requireValidCaller(draft, caller(roleMin)));
  await asked("admin");
  await expectRefusal(asked("owner"), "role_required");
  const organization = firstOrganization(writer.state);
  const demoted = writer.submit((draft) => setRole(draft, organization, user, "viewer"));
  const waiting = asked("member");
  await demoted;
  await expectRefusal(waiting, "role_required");
  await asked("viewer");
  await writer.submit((draft) => removeMember(draft, organization, user));
  await expectRefusal(asked("viewer"), "session_ended");
  expect(sessions.find(cookieValue)).toBeUndefined();
  const { state } = writer;
  expect([state.sessions.size, state.passwords.size]).toEqual([0, 0]);
  // The same person, added again, does not have the old password.
  await signUp("kim@example.com", "viewer", otherPassword);
  const old = sessions.signIn("kim@example.com", goodPassword, facts);
  await expectRefusal(old, "sign_in_failed");
});

test("of a request only short, printable facts are stored", async () => {
  const { sessions, signUp } = await startAccounts();
  await signUp("kim@example.com", "viewer");
  const { session } = await sessions.signIn("kim@example.com", goodPassword, {
    address: "2001:db8::1",
    userAgent: `a\u0000\u202e${"x".repeat(100_000)}`,
  });
  expect(session.address).toBe("2001:db8::1");
  expect(session.userAgent).toBe(`a\\u0000\\u202e${"x".repeat(197)}`);
});
