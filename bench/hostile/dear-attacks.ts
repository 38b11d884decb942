import type { Attack } from "./attack.ts";
import { type DearRequest, dearRequests } from "./dear-requests.ts";
import { eightAtOnceMaxMiB, requestMemoryMaxMiB } from "./hostile-outcome.ts";

const atOnce = 20;
const timeoutMs = 60_000;

/** The dearest requests of the routes, each once and twenty at once. */
export const dearAttacks: readonly Attack[] = dearRequests.flatMap((request) => [
  attackOf(request, 1),
  attackOf(request, atOnce),
]);

function attackOf({ name, data, prepare, keptMiB = 0 }: DearRequest, count: number): Attack {
  return {
    name: count === 1 ? `${name}, once` : `${name}, ${count} at once`,
    data,
    timeoutMs,
    prepare: async (server) => {
      const send = await prepare(server);
      return {
        ...(keptMiB === 0 ? {} : { memoryMaxMiB: requestMemoryMaxMiB + keptMiB }),
        ...(count === 1 ? {} : { memoryMaxMiB: eightAtOnceMaxMiB }),
        play: async () => ({ answers: await Promise.all(Array.from({ length: count }, send)) }),
      };
    },
  };
}
