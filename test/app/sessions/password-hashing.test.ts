import { afterEach, expect, spyOn, test } from "bun:test";
import { PasswordHashing } from "../../../src/app/sessions/password-hashing.ts";
import { expectRefusal, goodPassword, otherPassword } from "./accounts-fixture.ts";

const form = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const verify = spyOn(Bun.password, "verify");

afterEach(() => {
  verify.mockClear();
});

test("a password is verified with its hash, however its letters are composed", async () => {
  const hashing = new PasswordHashing();
  const hash = await hashing.hash("e\u0301toile du nord 7");
  expect(hash).toMatch(form);
  expect(await hashing.verify("\u00e9toile du nord 7", hash)).toBe(true);
  expect(await hashing.verify("\u00e9toile du nord 8", hash)).toBe(false);
});

test("without a hash as much is verified as with one, and is never right", async () => {
  const hashing = new PasswordHashing();
  expect(await hashing.verify(goodPassword, undefined)).toBe(false);
  expect(verify).toHaveBeenCalledTimes(1);
  expect(verify.mock.calls[0]?.[1]).toMatch(form);
  // What cannot be a password is not verified for anybody.
  expect(await hashing.verify("x".repeat(401), undefined)).toBe(false);
  expect(await hashing.verify("x".repeat(401), await hashing.hash(otherPassword))).toBe(false);
  expect(verify).toHaveBeenCalledTimes(1);
});

test("two are hashed at once, 64 wait, and more are refused for the moment", async () => {
  let running = 0;
  let most = 0;
  const gate = Promise.withResolvers<void>();
  verify.mockImplementation(async () => {
    running++;
    most = Math.max(most, running);
    await gate.promise;
    running--;
    return true;
  });
  const hashing = new PasswordHashing();
  const accepted = Array.from({ length: 66 }, () => hashing.verify(goodPassword, "hash"));
  const refusal = await expectRefusal(hashing.verify(goodPassword, "hash"), "too_many_attempts");
  expect(refusal.retryAfterSeconds).toBe(2);
  expect(running).toBe(2);
  gate.resolve();
  expect(await Promise.all(accepted)).toEqual(accepted.map(() => true));
  expect(most).toBe(2);
  // The places are free again.
  expect(await hashing.verify(goodPassword, "hash")).toBe(true);
  expect(running).toBe(0);
  verify.mockRestore();
});
