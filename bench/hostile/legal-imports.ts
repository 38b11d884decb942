import { mixedFeatures } from "../benchmark-features.ts";
import type { Gatehouse } from "../gatehouse.ts";
import type { Attack } from "./attack.ts";
import { asJson, ask } from "./hostile-client.ts";
import { importMemoryTimes, requestMemoryMaxMiB } from "./hostile-outcome.ts";
import { featureOfActors, importBody } from "./import-bodies.ts";

const bytesPerMiB = 1_024 * 1_024;
const mixedCount = 20_000;
const largeBytes = 48 * bytesPerMiB;
const actorsPerFeature = 4_000;
const idLength = 40;

/** What a server must be able to do, without keeping others waiting. */
export const legalImports: readonly Attack[] = [
  legalImport("an import of 20,000 features", () => {
    const mixed = mixedFeatures();
    return Array.from({ length: mixedCount }, (_, index) => {
      const gates = mixed[index % mixed.length]?.gates ?? {};
      return `"release_${index}":${JSON.stringify(gates)}`;
    });
  }),
  legalImport("an import of 48 MiB of actors", () => {
    const feature = featureOfActors("release_000", actorsPerFeature, idLength);
    const count = Math.floor(largeBytes / (feature.length + 1));
    return Array.from({ length: count }, (_, index) =>
      feature.replace("release_000", `release_${String(index).padStart(3, "0")}`),
    );
  }),
];

function legalImport(name: string, features: () => readonly string[]): Attack {
  return {
    name,
    prepare: async () => {
      const body = importBody(features());
      const bodyMiB = body.length / bytesPerMiB;
      return {
        note: `${bodyMiB.toFixed(1)} MiB`,
        memoryMaxMiB: Math.max(requestMemoryMaxMiB, importMemoryTimes * bodyMiB),
        isStoring: true,
        givesBack: true,
        play: async (server: Gatehouse) => ({
          answers: [await ask(server, { method: "POST", path: "/import", headers: asJson, body })],
        }),
      };
    },
  };
}
