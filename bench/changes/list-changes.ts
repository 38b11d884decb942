import { BenchmarkError } from "../benchmark-error.ts";
import { mixedGates } from "../benchmark-features.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import { type ChangedRow, changedRow, roundCount } from "./changed-row.ts";
import { type TimedAnswer, timed } from "./timed-client.ts";

const featureCount = 10_000;
const samplesPerRound = 5;
const gzip = { "accept-encoding": "gzip" };

/** Lists of 10,000 features, about 4 MB, of which one has changed since the last list. */
export async function listChanges(gatehouse: Gatehouse): Promise<readonly ChangedRow[]> {
  await gatehouse.import(
    Array.from({ length: featureCount }, (_, index) => ({
      key: keyOf(index),
      ...mixedGates(index),
    })),
  );
  const options = { samplesPerRound };
  const writes: WriteCount = { count: 0 };
  return [
    await changedRow(
      { ...options, name: "GET /features after one write", floor: 3, aim: 1 },
      afterWrite(gatehouse, writes, {}),
    ),
    await changedRow(
      { ...options, name: "GET /features after one write, gzip", floor: 4, aim: 1 },
      afterWrite(gatehouse, writes, gzip),
    ),
    await sizeRow(gatehouse),
    await changedRow(
      { ...options, name: "first gzip list of an environment with one override", floor: 6, aim: 2 },
      firstInEnvironment(gatehouse),
    ),
  ];
}

function keyOf(index: number): string {
  return `release_of_screen_${String(index).padStart(5, "0")}`;
}

/** Numbers the writes of all rows, so that each changes a value. */
interface WriteCount {
  count: number;
}

function afterWrite(
  gatehouse: Gatehouse,
  writes: WriteCount,
  headers: Readonly<Record<string, string>>,
) {
  return async () => {
    writes.count++;
    await write(gatehouse, (writes.count * 7_919) % featureCount, writes.count);
    const changed = await timed(gatehouse, { path: "/features", headers });
    const warm = await timed(gatehouse, { path: "/features", headers });
    expectEqual(changed, warm);
    return { changedMs: changed.ms, warmMs: warm.ms };
  };
}

function firstInEnvironment(gatehouse: Gatehouse) {
  let environments = 0;
  return async () => {
    const nth = environments++;
    const token = await createEnvironment(gatehouse, `preview ${nth}`);
    const headers = { ...gzip, "flipper-cloud-token": token };
    await timed(gatehouse, { path: "/features", headers: gzip });
    await write(gatehouse, (nth * 7_919) % featureCount, nth, headers);
    const changed = await timed(gatehouse, { path: "/features", headers });
    const warm = await timed(gatehouse, { path: "/features", headers });
    expectEqual(changed, warm);
    return { changedMs: changed.ms, warmMs: warm.ms };
  };
}

async function write(
  gatehouse: Gatehouse,
  index: number,
  nth: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const path = `/features/${keyOf(index)}/percentage_of_actors`;
  await timed(gatehouse, { method: "POST", path, headers, body: `percentage=${1 + (nth % 90)}` });
}

async function createEnvironment(gatehouse: Gatehouse, name: string): Promise<string> {
  const response = await fetch(`${gatehouse.origin + apiPrefix}/environments`, {
    method: "POST",
    headers: authorized,
    body: new URLSearchParams({ name }),
  });
  const { token }: CreatedEnvironment = JSON.parse(await response.text());
  if (response.status !== 201) {
    throw new BenchmarkError(`POST /environments was answered ${response.status}`);
  }
  return token.value;
}

interface CreatedEnvironment {
  readonly token: { readonly value: string };
}

/** The size of the gzip form, compared with that of one piece. */
async function sizeRow(gatehouse: Gatehouse): Promise<ChangedRow> {
  const plain = await timed(gatehouse, { path: "/features" });
  const zipped = await timed(gatehouse, { path: "/features", headers: gzip });
  const whole = new Uint8Array(plain.bytes);
  if (!Buffer.from(Bun.gunzipSync(new Uint8Array(zipped.bytes))).equals(whole)) {
    throw new BenchmarkError("The gzip form of a list has another content");
  }
  const ratio = zipped.bytes.length / Bun.gzipSync(whole).length;
  return {
    name: "bytes of the gzip list, compared with one piece",
    unit: "times",
    rounds: Array.from({ length: roundCount }, () => ratio),
    warm: undefined,
    floor: 1.3,
    aim: 1.3,
  };
}

function expectEqual(changed: TimedAnswer, warm: TimedAnswer): void {
  if (!Buffer.from(changed.bytes).equals(warm.bytes)) {
    throw new BenchmarkError("A list after a change differs from the same list when it is warm");
  }
}
