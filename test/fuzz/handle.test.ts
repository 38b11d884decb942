import { expect, test } from "bun:test";
import { fuzz, timeoutMs } from "./fuzz-run.ts";
import { byHandle, faults, startHosted, startMountable } from "./fuzz-targets.ts";

test.each([
  ["mountable", startMountable],
  ["hosted", startHosted],
] as const)(
  "whatever is asked of the %s API is answered as promised",
  async (_, start) => {
    const deployment = await start();
    const send = byHandle(deployment.api.fetch);
    const tally = await fuzz({ ...deployment, sendsHead: false, send });
    await deployment.close();
    expect(faults.splice(0)).toEqual([]);
    // A generator that only ever got refusals, or none, would show nothing.
    expect(Math.min(tally[2], tally[4])).toBeGreaterThan(20);
  },
  { timeout: timeoutMs },
);
