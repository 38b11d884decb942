import type { Gatehouse } from "../gatehouse.ts";
import type { Attack } from "./attack.ts";
import { ask } from "./hostile-client.ts";
import { requestMemoryMaxMiB } from "./hostile-outcome.ts";
import { featureOfAny, importLargest } from "./import-bodies.ts";

/** 600 is what an import of 50 MiB has room for; a server with smaller quotas gets fewer. */
const featureCounts = [600, 300, 150, 75, 30] as const;
/** So many fit into an expression of 64 KiB (docs/api.md#expressions). */
const operatorCount = 2_300;

/** The server keeps so much of compiled expressions, for the next check. */
const compiledMaxMiB = 64;

/** Every expression asks about all other features, which ask about all others again. */
export const nestedFeatures: Attack = {
  name: `check of features with ${operatorCount.toLocaleString("en")} FeatureEnabled each`,
  timeoutMs: 10_000,
  prepare: async (server) => {
    const { count, note } = await importLargest(server, featureCounts, features);
    return {
      note: note ?? `${count} features`,
      memoryMaxMiB: requestMemoryMaxMiB + compiledMaxMiB,
      play: async (started: Gatehouse) => ({
        answers: [await ask(started, { path: "/actors/User;1" })],
      }),
    };
  },
};

function features(count: number): readonly string[] {
  return Array.from({ length: count }, (_, nth) =>
    featureOfAny(
      nestedKey(nth),
      operatorCount,
      (index) => `{"FeatureEnabled":["${nestedKey((nth + 1 + index) % count)}"]}`,
    ),
  );
}

function nestedKey(index: number): string {
  return String(index).padStart(3, "0");
}
