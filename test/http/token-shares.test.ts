import { expect, test } from "bun:test";
import { TokenShares } from "../../src/http/request/token-shares.ts";

const refused = expect.objectContaining({ code: "unavailable", message: "full" });

test("no token takes what is left for others, and all together no more than there is", () => {
  const shares = new TokenShares({ max: 5, perTokenMax: 3, refusal: "full" });
  shares.take(1, 3);
  expect(() => shares.take(1)).toThrow(refused);
  expect(() => shares.require(1)).toThrow(refused);
  shares.take(2, 2);
  expect(() => shares.take(3)).toThrow(refused);
  shares.release(1, 2);
  shares.take(3, 2);
  expect(() => shares.take(2)).toThrow(refused);
});

test("work that fails gives back what it had", async () => {
  const shares = new TokenShares({ max: 1, perTokenMax: 1, refusal: "full" });
  const { promise, reject } = Promise.withResolvers<never>();
  const first = shares.hold(1, () => promise);
  const second = shares.hold(2, async () => "never");
  await expect(second).rejects.toEqual(refused);
  reject(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  expect(await shares.hold(2, async () => "done")).toBe("done");
});
