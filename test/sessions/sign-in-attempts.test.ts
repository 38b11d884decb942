import { expect, test } from "bun:test";
import { AccountRefusal } from "../../src/commands/account-refusal.ts";
import { type Attempt, SignInAttempts } from "../../src/sessions/sign-in-attempts.ts";

const owner: Attempt = {
  email: "owner@example.com",
  address: "192.0.2.1",
  isKnownAddress: false,
};

function started() {
  const clock = { ms: 0 };
  const attempts = new SignInAttempts(() => clock.ms);
  /** Undefined if an attempt is accepted, else the seconds to wait. */
  const waitOf = (attempt: Attempt): number | undefined => {
    try {
      attempts.take(attempt);
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(AccountRefusal);
      return error instanceof AccountRefusal ? (error.retryAfterSeconds ?? -1) : -1;
    }
  };
  const acceptedOf = (count: number, attempt: (index: number) => Attempt) =>
    Array.from({ length: count }, (_, index) => waitOf(attempt(index))).filter(
      (wait) => wait === undefined,
    ).length;
  return { clock, attempts, waitOf, acceptedOf };
}

test("an address may try a password of an account ten times, then once a minute", () => {
  const { clock, waitOf, acceptedOf } = started();
  expect(acceptedOf(20, () => owner)).toBe(10);
  expect(waitOf(owner)).toBe(60);
  // Letter case and the last half of an IPv6 address make no other account or address.
  expect(waitOf({ ...owner, email: "OWNER@example.com" })).toBe(60);
  clock.ms += 60_000;
  expect(acceptedOf(5, () => owner)).toBe(1);
  expect(waitOf({ ...owner, email: "other@example.com" })).toBeUndefined();
  expect(waitOf({ ...owner, address: "192.0.2.2" })).toBeUndefined();
});

test("addresses of one IPv6 network count as one", () => {
  const { acceptedOf } = started();
  const accepted = acceptedOf(20, (index) => ({ ...owner, address: `2001:db8::${index + 1}` }));
  expect(accepted).toBe(10);
});

test("an address may try 60 passwords of all accounts, then six a minute", () => {
  const { clock, acceptedOf, attempts } = started();
  const of = (index: number) => ({ ...owner, email: `${index}@example.com` });
  expect(acceptedOf(100, of)).toBe(60);
  expect(() => attempts.takeAddress(owner.address)).toThrow(AccountRefusal);
  clock.ms += 60_000;
  expect(acceptedOf(100, (index) => of(index + 100))).toBe(6);
});

test("all strange addresses together may try an account 100 times, and never lock its own out", () => {
  const { clock, acceptedOf, waitOf } = started();
  const from = (index: number) => ({ ...owner, address: `10.0.${index >> 8}.${index & 255}` });
  expect(acceptedOf(500, from)).toBe(100);
  expect(waitOf(owner)).toBe(60);
  expect(waitOf({ ...owner, isKnownAddress: true })).toBeUndefined();
  // From any other address the person gets a turn too, sooner or later.
  clock.ms += 60_000;
  expect(waitOf(from(1_000))).toBeUndefined();
});

test("a success takes back the failures of the account at the address", () => {
  const { attempts, acceptedOf } = started();
  expect(acceptedOf(9, () => owner)).toBe(9);
  attempts.take(owner);
  attempts.succeeded(owner);
  expect(acceptedOf(20, () => owner)).toBe(10);
});

test("many who sign in at one address do not lock it", () => {
  const { attempts, waitOf } = started();
  for (let index = 0; index < 300; index++) {
    const attempt = { ...owner, email: `${index}@example.com` };
    expect(waitOf(attempt)).toBeUndefined();
    attempts.succeeded(attempt);
  }
});
