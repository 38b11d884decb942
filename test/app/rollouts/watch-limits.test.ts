import { expect, test } from "bun:test";
import { outcomeNamesMax } from "../../../src/core/outcomes/outcome-name.ts";
import { sampleRollout } from "../../contract/rollout-examples.ts";
import { guardThat, plan, RolloutWorld, refusal } from "./rollout-world.ts";

const guards = (...names: readonly string[]) =>
  names.map((name) => ({ ...guardThat("hold"), name }));

test("guards have names that outcomes can have, and an environment watches a limited number", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const start = (...names: readonly string[]) =>
    refusal(world.service.start(author, { ...plan, guards: guards(...names) }));
  for (const name of ["", " checkout", "check\nout", "a".repeat(101)]) {
    expect(await start(name)).toBe("parameter_invalid");
  }
  const others = (count: number, name: (index: number) => string) =>
    world.requests.writer.submit((draft) => {
      for (let index = 0; index < count; index++) {
        const key = `other ${index}`;
        const rollout = sampleRollout(1_000 + index, { key, guards: guards(name(index)) });
        draft.record({ kind: "rollout.saved", rollout });
      }
    });
  await others(outcomeNamesMax, (index) => `name ${index}`);
  expect(await start("checkout")).toBe("rollout_limit");
  await others(999, () => "checkout");
  expect(await start("checkout", "sign-in")).toBe("rollout_limit");
  expect(await start("checkout")).not.toBe("rollout_limit");
});
