import { gzipSync } from "node:zlib";
import type { Gatehouse } from "../gatehouse.ts";
import type { Attack } from "./attack.ts";
import { asGzipJson, ask } from "./hostile-client.ts";
import { eightAtOnceMaxMiB } from "./hostile-outcome.ts";
import { importBody, listOf } from "./import-bodies.ts";

const importCount = 8;
const timeoutMs = 15_000;
/** Just below the limit of an import, 50 MiB. */
const inflatedBytes = 52_000_000;
const deepList = `${"[".repeat(400)}1${"]".repeat(400)}`;
/** More than a project may have. */
const featureCount = 3_500_000;

/** Eight small gzip bodies at once that inflate to nearly the limit of an import. */
export const bulkImports: readonly Attack[] = [
  bulkImport("8 imports at once, bulk in an unknown member", () =>
    importBody([], `"unknown":${listOf("{}", inflatedBytes)},`),
  ),
  bulkImport("8 imports at once, bulk in an unknown gate", () =>
    importBody([`"a":{"unknown":${listOf("{}", inflatedBytes)}}`]),
  ),
  bulkImport("8 imports at once, deep lists as actors", () =>
    importBody([`"a":{"actors":${listOf(deepList, inflatedBytes)}}`]),
  ),
  bulkImport(
    "8 imports at once, 3,500,000 features",
    () => importBody(Array.from({ length: featureCount }, (_, nth) => `"f${nth.toString(36)}":{}`)),
    1,
  ),
];

function bulkImport(name: string, document: () => Uint8Array<ArrayBuffer>, level = 9): Attack {
  return {
    name,
    timeoutMs,
    prepare: async () => {
      const plain = document();
      const body = Uint8Array.from(gzipSync(plain, { level }));
      const kilobytes = Math.round(body.length / 1_000);
      const megabytes = Math.round(plain.length / 1_000_000);
      return {
        note: `each ${kilobytes} kB, inflated ${megabytes} MB`,
        memoryMaxMiB: eightAtOnceMaxMiB,
        isStoring: true,
        givesBack: true,
        play: async (server: Gatehouse) => ({
          answers: await Promise.all(
            Array.from({ length: importCount }, () =>
              ask(server, { method: "POST", path: "/import", headers: asGzipJson, body }),
            ),
          ),
        }),
      };
    },
  };
}
