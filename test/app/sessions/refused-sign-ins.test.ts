import { expect, spyOn, test } from "bun:test";
import {
  expectRefusal,
  facts,
  goodPassword,
  otherPassword,
  startAccounts,
} from "./accounts-fixture.ts";

test("a wrong password and an unknown address are refused alike, after the same work", async () => {
  const { sessions, signUp, ownerCode, writer } = await startAccounts();
  await signUp("kim@example.com", "admin");
  await ownerCode();
  const before = writer.state;
  const verify = spyOn(Bun.password, "verify");
  const refused = await Promise.all(
    ["kim@example.com", "nobody@example.com", "owner@localhost"].map((email) =>
      expectRefusal(sessions.signIn(email, otherPassword, facts), "sign_in_failed"),
    ),
  );
  expect(verify).toHaveBeenCalledTimes(3);
  for (const [, hash] of verify.mock.calls) {
    expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  }
  verify.mockRestore();
  expect(new Set(refused.map(({ message }) => message)).size).toBe(1);
  const long = `${"x".repeat(300)}@example.com`;
  await expectRefusal(sessions.signIn(long, goodPassword, facts), "sign_in_failed");
  expect(writer.state).toBe(before);
});
