import { BenchmarkError } from "../benchmark-error.ts";
import type { Gatehouse } from "../gatehouse.ts";
import { featureOfActors, mustImport } from "../hostile/import-bodies.ts";
import { type ChangedRow, changedRow, roundCount } from "./changed-row.ts";
import { timed } from "./timed-client.ts";

const actorCount = 99_000;
const addsPerRound = 5;
const clearsPerRound = 1;
/** Two more, which are not measured. */
const clearedFeatures = roundCount * clearsPerRound + 2;

/** Changes of features with 99,000 actors, compared with reading such a feature. */
export async function largeGateChanges(gatehouse: Gatehouse): Promise<readonly ChangedRow[]> {
  await mustImport(
    gatehouse,
    Array.from({ length: 1 + clearedFeatures }, (_, index) =>
      featureOfActors(keyOf(index), actorCount),
    ),
  );
  let adds = 0;
  let clears = 1;
  return [
    await changedRow(
      {
        name: "adding an actor to 99,000",
        floor: 5,
        aim: 1,
        samplesPerRound: addsPerRound,
      },
      async () => {
        const path = `/features/${keyOf(0)}`;
        const body = `flipper_id=Added;${adds++ * 17}`;
        const added = await timed(gatehouse, { method: "POST", path: `${path}/actors`, body });
        const read = await timed(gatehouse, { path });
        if (!Buffer.from(added.bytes).equals(read.bytes)) {
          throw new BenchmarkError("A write was answered with other bytes than the next read");
        }
        return { changedMs: added.ms, warmMs: read.ms };
      },
    ),
    await changedRow(
      { name: "clear of 99,000 actors", floor: 40, aim: 20, samplesPerRound: clearsPerRound },
      async () => {
        const path = `/features/${keyOf(clears++)}`;
        const read = await timed(gatehouse, { path });
        const cleared = await timed(gatehouse, { method: "DELETE", path: `${path}/clear` });
        return { changedMs: cleared.ms, warmMs: read.ms };
      },
    ),
  ];
}

function keyOf(index: number): string {
  return `large_${index}`;
}
