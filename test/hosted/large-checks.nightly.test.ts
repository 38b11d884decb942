import { afterAll, describe, expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/api/flipper/features/feature-model.ts";
import { countTurns } from "../helpers/count-turns.ts";
import { replaceFeatures } from "../helpers/describe-targets.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";

/* Checks of environments with many features or much data run in steps; their answers are the same. */

const { manager, stop } = await startHosted();
afterAll(stop);

const names = (count: number) => Array.from({ length: count }, (_, index) => `f${10_000 + index}`);

function gatesOf(index: number): object {
  switch (index % 5) {
    case 0:
      return { boolean: true };
    case 1:
      return { actors: ["User;1"] };
    case 2:
      return { expression: { FeatureEnabled: [`f${10_000 + index - 1}`] } };
    case 3:
      return { groups: ["staff"] };
    default:
      return {};
  }
}

const many = Object.fromEntries(names(2_500).map((key, index) => [key, gatesOf(index)]));
const expected = Object.fromEntries(
  names(2_500).map((key, index) => [key, { enabled: index % 5 < 3 }]),
);

/** Each asks about all others, which are enabled because the last one is. */
const large = (isLastEnabled: boolean) =>
  Object.fromEntries(
    names(40).map((key, index) => {
      const others = names(40).filter((other) => other !== key);
      const asks = Array.from({ length: 1_200 }, (_, nth) => ({
        FeatureEnabled: [others[nth % others.length]],
      }));
      return [
        key,
        index === 39 && isLastEnabled ? { boolean: true } : { expression: { Any: asks } },
      ];
    }),
  );

async function check(query = "") {
  const [response, body] = await manager.call("GET", `/actors/User%3B1${query}`);
  expect(response.status).toBe(200);
  return modelled(ActorCheckModel, body).features;
}

describe("GET /actors/{flipper_id} of a large environment (docs/api.md#actor-check)", () => {
  test("with many features", async () => {
    await replaceFeatures(manager, many);
    const all = await check();
    expect(all).toEqual(expected);
    expect(Object.keys(all)).toEqual(names(2_500));
    expect(await check()).toEqual(expected);
    expect(await check("?keys=f10002,unknown,f10003,f10002")).toEqual({
      f10002: { enabled: true },
      unknown: { enabled: false },
      f10003: { enabled: false },
    });
    expect(await check("?keys=f10003&groups=staff")).toEqual({ f10003: { enabled: true } });
  });

  test.each([true, false])(
    "with large expressions in cycles, of which one is enabled: %p",
    async (isOpen) => {
      await replaceFeatures(manager, large(isOpen));
      const answers = Object.fromEntries(names(40).map((key) => [key, { enabled: isOpen }]));
      expect(await check()).toEqual(answers);
      expect(await check("?keys=f10007")).toEqual({ f10007: { enabled: isOpen } });
    },
  );

  test.each([
    ["check", () => manager.send("/actors/a")],
    ["list", () => manager.send("/features?exclude_gate_names=true")],
    ["list of some features", () => manager.send(`/features?keys=${names(40).join(",")}`)],
  ])("a large %s gives other requests their turns", async (_what, ask) => {
    await replaceFeatures(manager, large(false));
    const small = () => manager.features.get("f10001", "exclude_gates=true");
    expect((await countTurns(small)).turns).toBeLessThan(10);
    // One for some features, or for 64 KiB of text; of a list of all features for 128 KiB.
    expect((await countTurns(ask)).turns).toBeGreaterThan(10);
  });
});
