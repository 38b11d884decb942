import { StorageError } from "../../../storage/storage-error.ts";
import type { TelemetryArchive } from "./telemetry-archive.ts";
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

/** Equal for the same buckets in any order: their number, and the sum of their hashes. */
async function digestOf(archive: TelemetryArchive): Promise<string> {
  let count = 0;
  let sum = 0n;
  for await (const buckets of archive.buckets()) {
    for (const { environmentId, key, featureId, level, start, enabled, disabled } of buckets) {
      const text = JSON.stringify([environmentId, key, featureId, level, start, enabled, disabled]);
      sum += BigInt(Bun.hash(text));
      count++;
    }
  }
  return `${count} ${sum}`;
}

function textOf({ environmentId, requestId }: SubmissionId): string {
  return `${environmentId}/${requestId}`;
}
