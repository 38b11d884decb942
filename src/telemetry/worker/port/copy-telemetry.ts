import { StorageError } from "../../../storage/storage-error.ts";
import { packGuardMinute } from "../counting/packed-guard-minute.ts";
import type { ArchivedOutcomes, TelemetryArchive } from "./telemetry-archive.ts";
import type { SubmissionId } from "./telemetry-store.ts";

/**
 * Copies all telemetry into an empty target. An interrupted copy begins again. Afterwards,
 * `compareTelemetry` must check that everything arrived.
 */
export async function copyTelemetry(
  source: TelemetryArchive,
  target: TelemetryArchive,
): Promise<void> {
  const state = await target.copyState();
  if (state === "used") {
    throw new StorageError("The database has telemetry already, so none can be copied into it");
  }
  if (state === "done") {
    return;
  }
  for await (const buckets of source.buckets()) {
    await target.writeBuckets(buckets);
  }
  for await (const rows of source.outcomes()) {
    await target.writeOutcomes(rows);
  }
  for await (const ids of source.ids()) {
    await target.writeIds(ids);
  }
  await target.writeClock(await source.clock());
}

/** Compares all counts and ids of two archives. Throws a `StorageError` if they differ. */
export async function compareTelemetry(
  source: TelemetryArchive,
  target: TelemetryArchive,
): Promise<void> {
  if ((await digestOf(source)) !== (await digestOf(target))) {
    throw new StorageError("The copy of telemetry has other counts than its source");
  }
  const copied = new Set<string>();
  for await (const ids of target.ids()) {
    for (const id of ids) {
      copied.add(textOf(id));
    }
  }
  for await (const ids of source.ids()) {
    if (!ids.every((id) => copied.has(textOf(id)))) {
      throw new StorageError("The copy of telemetry lacks ids of submissions");
    }
  }
}

/** Equal for the same rows in any order: their number, and the sum of their hashes. */
async function digestOf(archive: TelemetryArchive): Promise<string> {
  let count = 0;
  let sum = 0n;
  const add = (values: readonly unknown[]) => {
    sum += BigInt(Bun.hash(JSON.stringify(values)));
    count++;
  };
  for await (const buckets of archive.buckets()) {
    for (const { environmentId, key, featureId, level, start, enabled, disabled } of buckets) {
      add([environmentId, key, featureId, level, start, enabled, disabled]);
    }
  }
  for await (const rows of archive.outcomes()) {
    for (const row of rows) {
      add(valuesOf(row));
    }
  }
  return `${count} ${sum}`;
}

function valuesOf(row: ArchivedOutcomes): readonly unknown[] {
  if (row.kind === "guard") {
    const { rolloutId, guard, counted } = row;
    return [
      rolloutId,
      guard,
      counted.minute,
      Buffer.from(packGuardMinute(counted)).toString("hex"),
    ];
  }
  const { environmentId, name, key, result } = row;
  const counts =
    row.kind === "minute" ? [row.minute, ...row.counts] : [row.start, row.total, row.errors];
  return [row.kind, environmentId, name, key, result, ...counts];
}

function textOf({ environmentId, requestId }: SubmissionId): string {
  return `${environmentId}/${requestId}`;
}
