import { expect, test } from "bun:test";
import { FailedSignIns } from "../../../src/app/sessions/failed-sign-ins.ts";
import { LocalShortLivedStorage } from "../../../src/app/sessions/local-short-lived-storage.ts";
import { startAccounts } from "./accounts-fixture.ts";

const facts = { address: "192.0.2.1", userAgent: "Browser/1.0", method: "password" } as const;

test("failed sign-ins of one member are at most ten acts at once, and of all a hundred", async () => {
  const { writer } = await startAccounts();
  let recorded = 0;
  writer.onCommit((changes) => {
    recorded += changes.filter(({ kind }) => kind === "act.recorded").length;
  });
  const failures = new FailedSignIns(writer, new LocalShortLivedStorage(() => 0));
  const settled = async () => {
    await Bun.sleep(1);
    await writer.submit(() => null);
    return recorded;
  };
  for (let index = 0; index < 50; index++) {
    failures.note({ ...facts, userId: 1 });
    failures.note({ ...facts, userId: undefined });
  }
  expect(await settled()).toBe(10);
  for (let userId = 2; userId < 200; userId++) {
    failures.note({ ...facts, userId });
  }
  expect(await settled()).toBe(100);
});
