import { expect, test } from "bun:test";
import { fuzz, timeoutMs } from "./fuzz-run.ts";
import { faults, sendToHandler, startHosted, startMountable } from "./fuzz-targets.ts";

test.each([
  ["mountable", startMountable],
  ["hosted", startHosted],
] as const)(
  "random requests to the %s API are answered correctly",
  async (_, start) => {
    const deployment = await start();
    const send = sendToHandler(deployment.api.fetch);
    const counts = await fuzz({ ...deployment, omitsHeadBody: false, send });
    await deployment.close();
    expect(faults.splice(0)).toEqual([]);
    // The generator must cause both successes and refusals.
    expect(Math.min(counts[2], counts[4])).toBeGreaterThan(20);
  },
  { timeout: timeoutMs },
);
