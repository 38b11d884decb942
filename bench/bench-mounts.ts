import { Elysia } from "elysia";
import { mountable } from "gatehouse-flags";
import { median } from "./statistics.ts";

/** `make bench-mounts`: how long each test of a host waits for toggles of its own, in memory. */
const rounds = 200;
const medianMsMax = 2;

async function timeMount(): Promise<number> {
  const startedAt = performance.now();
  const toggles = mountable({ data: ":memory:" });
  toggles.enabled("search");
  const ms = performance.now() - startedAt;
  await toggles.close();
  return ms;
}

function timeBareApp(): number {
  const startedAt = performance.now();
  new Elysia().get("/", "");
  return performance.now() - startedAt;
}

const first = await timeMount();
const mounts: number[] = [];
const bareApps: number[] = [];
for (let round = 0; round < rounds; round++) {
  mounts.push(await timeMount());
  bareApps.push(timeBareApp());
}
const isKept = median(mounts) <= medianMsMax;
const slow = mounts.filter((ms) => ms > medianMsMax).length;
console.log(`the first mount and its first enabled: ${first.toFixed(2)} ms
later ones: ${median(mounts).toFixed(3)} ms in the median, ${slow} of ${rounds} over ${medianMsMax} ms
an Elysia app with one route: ${median(bareApps).toFixed(3)} ms in the median
at most ${medianMsMax} ms after the first one: ${isKept ? "kept" : "MISSED"}`);
process.exitCode = isKept ? 0 : 1;
