import { createClient } from "gatehouse-flags/client";
import type { BenchTools } from "../bench-tools.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import { featureKey, mixedFeatures } from "../benchmark-features.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";

const actorCount = 10_000;
/** Checks between two looks at the clock. */
const checksAtOnce = 10_000;

/**
 * Measures checks of the TypeScript client in this process, on one core: the features of the other
 * scenarios one after the other, each for another actor, with each check counted for telemetry.
 */
export async function measureClientChecks({
  rounds,
  roundSeconds,
}: BenchTools): Promise<readonly Outcome[]> {
  const features = mixedFeatures();
  const client = createClient({
    url: "http://127.0.0.1",
    runtime: { fetch: async () => Response.json({ features: features.map(listed) }) },
  });
  await client.ready();
  for (const { key, expected } of features) {
    if (expected !== undefined && client.enabled(key, "User;0") !== expected) {
      throw new BenchmarkError(`The client answered wrongly for ${key}`);
    }
  }
  const keys = features.map((_, index) => featureKey(index));
  const actors = Array.from({ length: actorCount }, (_, index) => `User;${index}`);
  const measure = () => {
    const start = performance.now();
    let count = 0;
    let elapsedMs = 0;
    while (elapsedMs < roundSeconds * 1_000) {
      for (const end = count + checksAtOnce; count < end; count++) {
        client.enabled(keys[count % keys.length] ?? "", actors[count % actorCount]);
      }
      elapsedMs = performance.now() - start;
    }
    return {
      ratePerSecond: (count / elapsedMs) * 1_000,
      p50Ms: undefined,
      p99Ms: undefined,
      processorMicroseconds: undefined,
    };
  };
  measure();
  const ours = Array.from({ length: rounds }, measure);
  await client.close();
  const promised = { floor: 1_000_000, aim: 2_000_000, isRate: true };
  const scenario = "checks of the TypeScript client, in process";
  return [compareRounds({ scenario, unit: "checks/s", ...promised }, ours, [])];
}

function listed({ key, gates }: ReturnType<typeof mixedFeatures>[number]): object {
  return { key, gates: Object.entries(gates).map(([gate, value]) => ({ key: gate, value })) };
}
