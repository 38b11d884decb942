import { gzipSync } from "node:zlib";
import type { Gatehouse } from "../gatehouse.ts";
import { residentMebibytes } from "../processor-time.ts";
import type { Attack, Played } from "./attack.ts";
import { now } from "./clock.ts";
import { asGzipJson, ask, type HostileAnswer } from "./hostile-client.ts";
import { eightAtOnceMaxMiB, importMemoryTimes } from "./hostile-outcome.ts";
import { featureOfAny, importBody } from "./import-bodies.ts";
import { createPreviews } from "./preview-environments.ts";

const environmentCount = 20;
const featureCount = 780;
/** So many of the shortest operators fit into an expression of 64 KiB. */
const operatorCount = 5_900;
const startMaxMs = 1_000;
/** The attack itself stops then, so that the start on what it stored can be measured. */
const stopAfterMs = 6_000;
const stopAtMiB = 3_072;

/** Small gzip bodies that are stored as large expressions, once in each environment. */
export const previewImports: Attack = {
  name: `imports into ${environmentCount} preview environments`,
  prepare: async (server) => {
    const tokens = await createPreviews(server, environmentCount);
    const plain = importBody(
      Array.from({ length: featureCount }, (_, nth) =>
        featureOfAny(`feature_${nth}`, operatorCount, () => '{"Now":[]}'),
      ),
    );
    const body = Uint8Array.from(gzipSync(plain, { level: 9 }));
    const inflatedMiB = plain.length / 1_024 / 1_024;
    return {
      note: `each ${Math.round(body.length / 1_000)} kB, inflated ${inflatedMiB.toFixed(0)} MiB`,
      memoryMaxMiB: importMemoryTimes * inflatedMiB,
      isStoring: true,
      givesBack: true,
      restart: { startMaxMs, memoryMaxMiB: eightAtOnceMaxMiB },
      play: (started: Gatehouse) => play(started, tokens, body),
    };
  },
};

async function play(
  server: Gatehouse,
  tokens: readonly string[],
  body: Uint8Array<ArrayBuffer>,
): Promise<Played> {
  const deadline = now() + stopAfterMs;
  const answers: HostileAnswer[] = [];
  for (const token of tokens) {
    const { now: residentMiB = 0 } = residentMebibytes(server.pid);
    if (now() > deadline || residentMiB > stopAtMiB) {
      return { answers, notes: [`stopped with ${Math.round(residentMiB)} MiB resident`] };
    }
    answers.push(
      await ask(server, { method: "POST", path: "/import", headers: asGzipJson, body, token }),
    );
  }
  return { answers };
}
