import { expect, test } from "bun:test";
import { LocalShortLivedStorage } from "../../../src/app/sessions/local-short-lived-storage.ts";
import { type Attempt, SignInAttempts } from "../../../src/app/sessions/sign-in-attempts.ts";
import { GatehouseError } from "../../../src/core/errors.ts";

const owner: Attempt = {
  email: "owner@example.com",
  address: "192.0.2.1",
  isKnownAddress: false,
};

function started() {
  const clock = { ms: 0 };
  const attempts = new SignInAttempts(new LocalShortLivedStorage(() => clock.ms));
  /** Undefined if an attempt is accepted, else the seconds to wait. */
  const waitOf = async (attempt: Attempt): Promise<number | undefined> => {
    try {
      await attempts.take(attempt);
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(GatehouseError);
      return error instanceof GatehouseError ? (error.retryAfterSeconds ?? -1) : -1;
    }
  };
  const acceptedOf = async (count: number, attempt: (index: number) => Attempt) => {
    let accepted = 0;
    for (let index = 0; index < count; index++) {
      accepted += (await waitOf(attempt(index))) === undefined ? 1 : 0;
    }
    return accepted;
  };
  return { clock, attempts, waitOf, acceptedOf };
}

test("an address may try a password of an account ten times, then once a minute", async () => {
  const { clock, waitOf, acceptedOf } = started();
  expect(await acceptedOf(20, () => owner)).toBe(10);
  expect(await waitOf(owner)).toBe(60);
  // Letter case and the last half of an IPv6 address make no other account or address.
  expect(await waitOf({ ...owner, email: "OWNER@example.com" })).toBe(60);
  clock.ms += 60_000;
  expect(await acceptedOf(5, () => owner)).toBe(1);
  expect(await waitOf({ ...owner, email: "other@example.com" })).toBeUndefined();
  expect(await waitOf({ ...owner, address: "192.0.2.2" })).toBeUndefined();
});

test("addresses of one IPv6 network count as one", async () => {
  const { acceptedOf } = started();
  const accepted = await acceptedOf(20, (index) => ({
    ...owner,
    address: `2001:db8::${index + 1}`,
  }));
  expect(accepted).toBe(10);
});

test("an address may try 60 passwords of all accounts, then six a minute", async () => {
  const { clock, acceptedOf, attempts, waitOf } = started();
  const of = (index: number) => ({ ...owner, email: `${index}@example.com` });
  expect(await acceptedOf(100, of)).toBe(60);
  // Passkeys, wrong links, and what knows the account have limits of their own.
  await attempts.takePasskey(owner);
  await attempts.takeWrongLink(owner.address);
  expect(await waitOf({ ...owner, known: "browser" })).toBeUndefined();
  clock.ms += 60_000;
  expect(await acceptedOf(100, (index) => of(index + 100))).toBe(6);
});

test("all strange addresses together may try an account 100 times, and never lock its own out", async () => {
  const { clock, acceptedOf, waitOf } = started();
  const from = (index: number) => ({ ...owner, address: `10.0.${index >> 8}.${index & 255}` });
  expect(await acceptedOf(500, from)).toBe(100);
  expect(await waitOf(owner)).toBe(60);
  expect(await waitOf({ ...owner, isKnownAddress: true })).toBeUndefined();
  // From any other address the person gets a turn too, sooner or later.
  clock.ms += 60_000;
  expect(await waitOf(from(1_000))).toBeUndefined();
});

test("a success takes back the failures of the account at the address", async () => {
  const { attempts, acceptedOf } = started();
  expect(await acceptedOf(9, () => owner)).toBe(9);
  await attempts.take(owner);
  await attempts.succeeded(owner);
  expect(await acceptedOf(20, () => owner)).toBe(10);
});

test("many who sign in at one address do not lock it", async () => {
  const { attempts, waitOf } = started();
  for (let index = 0; index < 300; index++) {
    const attempt = { ...owner, email: `${index}@example.com` };
    expect(await waitOf(attempt)).toBeUndefined();
    await attempts.succeeded(attempt);
  }
});

test("a browser that knows the account may try ten times, then once a minute", async () => {
  const { clock, acceptedOf, attempts, waitOf } = started();
  const known = { ...owner, known: "browser" };
  expect(await acceptedOf(20, () => known)).toBe(10);
  expect(await waitOf(known)).toBe(60);
  // Its attempts are nobody else's.
  expect(await waitOf(owner)).toBeUndefined();
  expect(await waitOf({ ...known, known: "other browser" })).toBeUndefined();
  clock.ms += 60_000;
  expect(await acceptedOf(5, () => known)).toBe(1);
  clock.ms += 60_000;
  await attempts.take(known);
  await attempts.succeeded(known);
  expect(await acceptedOf(20, () => known)).toBe(10);
});

test("wrong links and passkeys of an address are limited each for themselves", async () => {
  const { attempts } = started();
  for (let index = 0; index < 60; index++) {
    await attempts.takeWrongLink(owner.address);
  }
  await expect(attempts.takeWrongLink(owner.address)).rejects.toThrow(GatehouseError);
  for (let index = 0; index < 60; index++) {
    await attempts.takePasskey(owner);
  }
  await expect(attempts.takePasskey(owner)).rejects.toThrow(GatehouseError);
  await attempts.takePasskey({ ...owner, known: "browser" });
  await attempts.passkeySucceeded(owner);
  await attempts.takePasskey(owner);
  await attempts.take(owner);
});
