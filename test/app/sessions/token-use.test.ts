import { expect, spyOn, test } from "bun:test";
import { createToken, revokeToken } from "../../../src/app/commands/token-commands.ts";
import { TokenUse } from "../../../src/app/sessions/token-use.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { productionOf } from "../../../src/core/model/state-lookups.ts";
import type { Token } from "../../../src/core/model/token.ts";
import { startAccounts } from "./accounts-fixture.ts";

async function started() {
  const { writer, clock } = await startAccounts();
  const make = (name: string): Promise<Token> =>
    writer.submit(
      (draft) =>
        createToken(draft, {
          environment: productionOf(draft.state, 1),
          name,
          access: "read_only",
          managesEnvironments: false,
          ownerId: 1,
          isPreview: false,
        }).token,
    );
  const commits: (readonly Change[])[] = [];
  const tokens = [await make("a"), await make("b"), await make("c")] as const;
  writer.onCommit((changes) => void commits.push(changes));
  const usedAt = () => tokens.map(({ hash }) => writer.state.tokens.get(hash)?.lastUsedAt);
  return { writer, clock, tokens, commits, usedAt };
}

test("uses are stored in one command for all tokens, and then not before a minute is over", async () => {
  const { writer, clock, tokens, commits, usedAt } = await started();
  const committed = () =>
    new Promise<void>((resolve) => {
      const stop = writer.onCommit(() => {
        stop();
        resolve();
      });
    });
  const timeouts = spyOn(globalThis, "setTimeout");
  const use = new TokenUse({ writer, now: () => clock.now, secondMs: 1 });
  const [a, b] = tokens;
  const first = committed();
  for (let index = 0; index < 1_000; index++) {
    use.used(a);
    use.used(b);
  }
  expect(timeouts.mock.calls.map(([, ms]) => ms)).toEqual([1]);
  await first;
  timeouts.mockClear();
  expect(usedAt()).toEqual([clock.now, clock.now, null]);
  clock.now += 5_000;
  use.used(a);
  const [waitMs = 0] = timeouts.mock.calls.map(([, ms]) => ms ?? 0);
  timeouts.mockRestore();
  // Less what the start of the test took.
  expect(waitMs).toBeGreaterThan(30_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(commits).toHaveLength(1);
  await use.close();
  expect(usedAt()).toEqual([clock.now, clock.now - 5_000, null]);
  expect(commits).toHaveLength(2);
  await use.close();
  expect(commits).toHaveLength(2);
});

test("closing stores the uses; tokens that are gone or revoked meanwhile are no obstacle", async () => {
  const { writer, clock, tokens, usedAt, commits } = await started();
  const use = new TokenUse({ writer, now: () => clock.now });
  const [a, b, c] = tokens;
  use.used(a);
  use.used(b);
  use.used({ ...c, hash: "gone" });
  await writer.submit((draft) => revokeToken(draft, a));
  await use.close();
  expect(usedAt()).toEqual([clock.now, clock.now, null]);
  expect(writer.state.tokens.get(a.hash)?.revokedAt).toBe(clock.now);
  expect(commits).toHaveLength(2);
});
