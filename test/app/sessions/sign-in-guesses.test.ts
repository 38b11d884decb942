import { test } from "bun:test";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import { expectRefusal, facts, goodPassword, startAccounts } from "./accounts-fixture.ts";

cheapPasswords();

test("guesses from everywhere do not keep a person out where the person is signed in", async () => {
  const { sessions, signUp } = await startAccounts();
  await signUp("kim@example.com", "admin");
  const from = (address: string, password: string) =>
    sessions.signIn("kim@example.com", password, { ...facts, address });
  for (let index = 0; index < 100; index++) {
    await expectRefusal(from(`10.0.0.${index}`, "x"), "sign_in_failed");
  }
  await expectRefusal(from("10.0.1.1", goodPassword), "too_many_attempts");
  await from(facts.address, goodPassword);
});
