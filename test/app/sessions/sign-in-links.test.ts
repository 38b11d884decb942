import { expect, test } from "bun:test";
import { issueSignInLink } from "../../../src/app/commands/sign-in-link-commands.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import {
  expectRefusal,
  facts,
  goodPassword,
  otherPassword,
  startAccounts,
} from "./accounts-fixture.ts";

cheapPasswords();

const weekMs = 7 * 86_400_000;

test("the first owner chooses an address, a name and a password with the link, once", async () => {
  const { links, sessions, ownerCode, usedCodes, writer } = await startAccounts();
  const code = await ownerCode();
  expect(JSON.stringify(writer.state.signInLinks)).not.toContain(code);
  expect(await links.holder(code, facts)).toMatchObject({
    user: { email: "owner@localhost" },
    choosesProfile: true,
  });
  const profile = { email: "Ann@Example.com", name: "Ann" };
  const used = await links.use(code, { password: goodPassword, profile }, facts);
  expect(used.user).toMatchObject({ id: 1, email: "ann@example.com", name: "Ann" });
  expect(sessions.find(used.cookieValue)).toMatchObject({ role: "owner", user: used.user });
  await sessions.signIn("ann@example.com", goodPassword, facts);
  expect(usedCodes).toEqual([code]);
  const before = writer.state;
  const again = links.use(code, { password: otherPassword }, facts);
  await expectRefusal(again, "link_invalid");
  await expect(links.holder(code, facts)).rejects.toThrow("This link was used");
  expect(writer.state).toBe(before);
  expect(usedCodes).toEqual([code]);
});

test("of two who use a link at once, one gets in", async () => {
  const { links, ownerCode, writer } = await startAccounts();
  const code = await ownerCode();
  const outcomes = await Promise.allSettled(
    [goodPassword, otherPassword].map((password) => links.use(code, { password }, facts)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(writer.state.sessions.size).toBe(1);
});

test("a link is refused after a week, and when a newer one replaces it", async () => {
  const { links, ownerCode, clock } = await startAccounts();
  const first = await ownerCode();
  clock.now += weekMs - 1;
  expect((await links.holder(first, facts)).user.id).toBe(1);
  clock.now += 1;
  const use = (code: string) => links.use(code, { password: goodPassword }, facts);
  await expectRefusal(use(first), "link_invalid");
  const second = await ownerCode();
  const third = await ownerCode();
  await expectRefusal(use(second), "link_invalid");
  await use(third);
});

test("a refused password or address leaves the link usable and changes nothing", async () => {
  const { links, signUp, ownerCode, writer, usedCodes } = await startAccounts();
  await signUp("kim@example.com", "viewer");
  const code = await ownerCode();
  const before = [writer.state, usedCodes.length];
  const use = (password: string, profile = {}) => links.use(code, { password, profile }, facts);
  for (const [work, refusal] of [
    [() => use("short"), "password_too_short"],
    [() => use("owner@localhost"), "password_too_weak"],
    [() => use("annabella-99", { email: "annabella@example.com" }), "password_too_weak"],
    [() => use(goodPassword, { email: "kim@example.com" }), "email_taken"],
    [() => use(goodPassword, { email: "no address" }), "email_invalid"],
    [() => use(goodPassword, { email: "a@example.com", name: " \n" }), "name_invalid"],
  ] as const) {
    await expectRefusal(work(), refusal);
  }
  expect([writer.state, usedCodes.length]).toEqual(before);
  expect((await use(goodPassword, { name: "Boss" })).user.email).toBe("owner@localhost");
});

test("a reset link ends the sessions and the old password when it is used, and not before", async () => {
  const { links, sessions, signUp, writer } = await startAccounts();
  const { cookieValue, user } = await signUp("kim@example.com", "viewer");
  const { code } = await writer.submit((draft) => issueSignInLink(draft, user));
  expect(sessions.find(cookieValue)).toBeDefined();
  expect((await links.holder(code, facts)).choosesProfile).toBe(false);
  const profile = { email: "thief@example.com", name: "Thief" };
  const used = await links.use(code, { password: otherPassword, profile }, facts);
  expect(used.user).toEqual(user);
  expect(sessions.find(cookieValue)).toBeUndefined();
  const old = sessions.signIn("kim@example.com", goodPassword, facts);
  await expectRefusal(old, "sign_in_failed");
});

test("guessed codes are limited for each address", async () => {
  const { links, ownerCode } = await startAccounts();
  const code = await ownerCode();
  for (let index = 0; index < 60; index++) {
    await expect(links.holder(`guess ${index}`, facts)).rejects.toThrow("This link was used");
  }
  await expect(links.holder("guess", facts)).rejects.toThrow("Too many attempts");
  await expectRefusal(links.use("guess", { password: goodPassword }, facts), "too_many_attempts");
  await expect(
    links.holder("x".repeat(1_000_000), { ...facts, address: "192.0.2.3" }),
  ).rejects.toThrow("This link was used");
  // Nobody guesses a right one, so it is never refused.
  expect(await links.holder(code, facts)).toMatchObject({ choosesProfile: true });
  await links.use(code, { password: goodPassword }, facts);
});

test("weak passwords at a valid link are no attempts", async () => {
  const { links, ownerCode } = await startAccounts();
  const code = await ownerCode();
  for (let index = 0; index < 100; index++) {
    await expectRefusal(links.use(code, { password: "password12" }, facts), "password_too_weak");
  }
  await links.use(code, { password: goodPassword }, facts);
});
