import { expect, test } from "bun:test";
import { expectRefused } from "../helpers/expect-refused.ts";
import { created } from "../helpers/hosted-client.ts";
import { startHosted } from "../helpers/hosted-server.ts";

test("the quotas of a new server are those of the plan", async () => {
  const { manager, stop } = await startHosted();
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  expect((await manager.import({ search: { actors: ids(100_000) } }))[0].status).toBe(204);
  const oneMore = () => manager.gates.post("search", "actors", { flipper_id: "one more" });
  await expectRefused(manager, exceeded("actors_per_gate", 100_000, 100_001), oneMore);
  const { token } = created(await manager.environments.create("preview"));
  const client = manager.as(token.value);
  const large = (count: number) => ({
    search: { actors: ids(count).map((id) => id.padStart(1_024, "x")) },
  });
  expect((await client.import(large(8 * 1_024 - 1)))[0].status).toBe(204);
  await expectRefused(client, exceeded("environment_bytes", 8_388_608, 8_388_614), () =>
    client.import(large(8 * 1_024)),
  );
  await stop();
});

function exceeded(quota: string, max: number, used: number) {
  return {
    status: 422,
    code: "quota_exceeded",
    message: `The quota ${quota} is ${max}; with this change ${used} would be used`,
  };
}
