import { expect, test } from "bun:test";
import { LocalShortLivedStorage } from "../../../src/app/sessions/local-short-lived-storage.ts";
import { PasskeyChallenges } from "../../../src/app/sessions/passkey-challenges.ts";
import type { RelyingParty } from "../../../src/app/sessions/passkeys.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import { expectRefusal, facts, otherPassword, startAccounts } from "./accounts-fixture.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

cheapPasswords();

const site: RelyingParty = { id: "flags.example.com", origin: "https://flags.example.com" };
const phishing: RelyingParty = { id: "flags.example.net", origin: "https://flags.example.net" };

async function started() {
  const accounts = await startAccounts();
  const kim = await accounts.signUp("kim@example.com", "admin");
  const { passkeys } = accounts;
  const add = async (authenticator = new SoftwareAuthenticator(site), name = "Laptop") => {
    const { challenge } = await passkeys.registrationOptions(kim.user, site);
    await passkeys.register(kim, name, authenticator.register(challenge), site);
    return authenticator;
  };
  const signIn = async (
    authenticator: SoftwareAuthenticator,
    behaviour?: Parameters<SoftwareAuthenticator["answer"]>[1],
  ) => {
    const { challenge } = await passkeys.signInOptions(site, facts);
    return passkeys.signIn(authenticator.answer(challenge, behaviour), site, facts);
  };
  return { ...accounts, kim, add, signIn };
}

test("a passkey is registered, signs in without an address, is renamed and removed", async () => {
  const { passkeys, sessions, kim, add, signIn, clock, members } = await started();
  const options = await passkeys.registrationOptions(kim.user, site);
  expect(options).toMatchObject({
    rp: { id: "flags.example.com", name: "Gatehouse" },
    user: { name: "kim@example.com", displayName: "kim" },
    excludeCredentials: [],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const authenticator = await add();
  const listed = {
    id: authenticator.id,
    userId: kim.user.id,
    name: "Laptop",
    publicKey: expect.any(String),
    counter: 0,
    transports: ["internal", "hybrid"],
    createdAt: clock.now,
    lastUsedAt: null,
  };
  expect(passkeys.list(kim.user.id)).toEqual([listed]);
  expect(members.list().map((member) => member.passkeys)).toEqual([0, 1]);
  const again = await passkeys.registrationOptions(kim.user, site);
  expect(again.excludeCredentials).toMatchObject([{ id: authenticator.id }]);

  clock.now += 1_000;
  const signedIn = await signIn(authenticator);
  expect(sessions.find(signedIn.cookieValue)).toMatchObject({ user: kim.user, role: "admin" });
  expect(passkeys.list(kim.user.id)).toEqual([{ ...listed, lastUsedAt: clock.now }]);

  await passkeys.rename(kim.user.id, authenticator.id, "Phone");
  expect(passkeys.list(kim.user.id)).toMatchObject([{ name: "Phone" }]);
  await expectRefusal(passkeys.rename(kim.user.id, authenticator.id, ""), "name_invalid");
  const strangers = passkeys.remove(kim.user.id + 1, authenticator.id);
  await expectRefusal(strangers, "passkey_not_found");
  await passkeys.remove(kim.user.id, authenticator.id);
  expect(passkeys.list(kim.user.id)).toEqual([]);
  await expectRefusal(signIn(authenticator), "passkey_invalid");
});

test("an answer of another site, of another key, or without the person is refused", async () => {
  const { passkeys, add, signIn, writer } = await started();
  const authenticator = await add();
  const before = writer.state;
  await expectRefusal(signIn(authenticator, { site: phishing }), "passkey_invalid");
  await expectRefusal(signIn(authenticator, { isVerified: false }), "passkey_invalid");
  const { challenge } = await passkeys.signInOptions(site, facts);
  const forged = { ...new SoftwareAuthenticator(site).answer(challenge) };
  const claimed = { ...forged, id: authenticator.id, rawId: authenticator.id };
  await expectRefusal(passkeys.signIn(claimed, site, facts), "passkey_invalid");
  await expectRefusal(signIn(new SoftwareAuthenticator(site)), "passkey_invalid");
  expect(writer.state).toBe(before);
  await signIn(authenticator);
});

test("a registration of another site, without the person, or of another user is refused", async () => {
  const { passkeys, signUp, kim, writer } = await started();
  const lee = await signUp("lee@example.com", "viewer");
  const before = writer.state;
  const authenticator = new SoftwareAuthenticator(site);
  for (const behaviour of [{ site: phishing }, { isVerified: false }]) {
    const { challenge } = await passkeys.registrationOptions(kim.user, site);
    const response = authenticator.register(challenge, behaviour);
    await expectRefusal(passkeys.register(kim, "Laptop", response, site), "passkey_invalid");
  }
  const { challenge } = await passkeys.registrationOptions(kim.user, site);
  const response = authenticator.register(challenge);
  await expectRefusal(passkeys.register(lee, "Laptop", response, site), "passkey_invalid");
  expect(writer.state).toBe(before);
});

test("a challenge is for one answer, of its kind, for five minutes", async () => {
  const { passkeys, kim, add, clock } = await started();
  const authenticator = await add();
  const { challenge } = await passkeys.signInOptions(site, facts);
  await passkeys.signIn(authenticator.answer(challenge), site, facts);
  const sent = (value: string) => passkeys.signIn(authenticator.answer(value), site, facts);
  await expectRefusal(sent(challenge), "passkey_invalid");
  await expectRefusal(sent("bm8"), "passkey_invalid");
  const registration = await passkeys.registrationOptions(kim.user, site);
  await expectRefusal(sent(registration.challenge), "passkey_invalid");
  const late = await passkeys.signInOptions(site, facts);
  clock.now += 5 * 60_000;
  await expectRefusal(sent(late.challenge), "passkey_invalid");
});

test("the challenges in memory are bounded", async () => {
  const kept = new LocalShortLivedStorage(() => 0);
  const challenges = new PasskeyChallenges(kept);
  const first = await challenges.issue(null);
  const second = await challenges.issue(null);
  for (let index = 0; index < 9_999; index++) {
    await challenges.issue(null);
  }
  expect(kept.textCount).toBe(10_000);
  expect(await challenges.redeem(first, null)).toBe(false);
  expect(await challenges.redeem(second, null)).toBe(true);
});

test("a passkey whose count does not rise was copied, and is refused", async () => {
  const { add, signIn } = await started();
  const authenticator = new SoftwareAuthenticator(site);
  authenticator.counter = 5;
  await add(authenticator);
  authenticator.counter = 6;
  await signIn(authenticator);
  await expectRefusal(signIn(authenticator), "passkey_invalid");
  authenticator.counter = 7;
  await signIn(authenticator);
});

test("a person has at most ten passkeys, each once, and loses them with the membership", async () => {
  const { passkeys, kim, add, members, links, ownerCode, signIn } = await started();
  const owner = await links.use(await ownerCode(), { password: "violet harbour 43" }, facts);
  const first = await add();
  const { challenge } = await passkeys.registrationOptions(kim.user, site);
  const twice = passkeys.register(kim, "Again", first.register(challenge), site);
  await expectRefusal(twice, "passkey_invalid");
  const early = await passkeys.registrationOptions(kim.user, site);
  for (let index = 1; index < 10; index++) {
    await add();
  }
  await expectRefusal(passkeys.registrationOptions(kim.user, site), "passkey_limit");
  const response = new SoftwareAuthenticator(site).register(early.challenge);
  await expectRefusal(passkeys.register(kim, "More", response, site), "passkey_limit");
  const { hash, userId } = owner.session;
  await members.remove({ hash, userId, roleMin: "owner" }, kim.user.id);
  expect(passkeys.list(kim.user.id)).toEqual([]);
  await expectRefusal(signIn(first), "passkey_invalid");
});

test("a session that has ended registers no passkey", async () => {
  const { passkeys, sessions, kim } = await started();
  const { challenge } = await passkeys.registrationOptions(kim.user, site);
  await sessions.end(kim.user.id, kim.session.id);
  const response = new SoftwareAuthenticator(site).register(challenge);
  const late = passkeys.register(kim, "Laptop", response, site);
  await expectRefusal(late, "session_ended");
});

test("the use of a new link ends the passkeys: whoever had the account may have added one", async () => {
  const { passkeys, links, members, signUp, kim, add, signIn } = await started();
  const ann = await signUp("ann@example.com", "owner", otherPassword);
  const right = { hash: ann.session.hash, userId: ann.user.id, roleMin: "owner" } as const;
  const authenticator = await add();
  const { code } = await members.resetLink(right, kim.user.id);
  // The link alone takes nothing away.
  expect((await signIn(authenticator)).user).toEqual(kim.user);
  await links.use(code, { password: otherPassword }, facts);
  expect(passkeys.list(kim.user.id)).toEqual([]);
  await expectRefusal(signIn(authenticator), "passkey_invalid");
});
