import { StorageError } from "../../../storage/storage-error.ts";
import type { KeyRecord, TelemetryArchive } from "./telemetry-archive.ts";

/** Where a copy goes on, as text that the target stores. */
interface Progress {
  readonly part: "keys" | "ids" | "clock" | "done";
  readonly after: string | null;
}

/**
 * Copies all telemetry into an empty target. A copy that was interrupted goes on where it ended, as
 * long as the source is the same. Afterwards `compareTelemetry` must tell whether all arrived.
 */
export async function copyTelemetry(
  source: TelemetryArchive,
  target: TelemetryArchive,
): Promise<void> {
  const stored = await target.progress();
  if (stored === null && (await target.countKeys()) > 0) {
    throw new StorageError("The database has telemetry already, so none can be copied into it");
  }
  let { part, after }: Progress =
    stored === null ? { part: "keys", after: null } : JSON.parse(stored);
  while (part === "keys") {
    const { records, next } = await source.keys(after);
    part = next === null ? "ids" : "keys";
    after = next;
    await target.writeKeys(records, JSON.stringify({ part, after }));
  }
  while (part === "ids") {
    const { records, next } = await source.ids(after);
    part = next === null ? "clock" : "ids";
    after = next;
    await target.writeIds(records, JSON.stringify({ part, after }));
  }
  if (part === "clock") {
    await target.writeClock(
      await source.clock(),
      JSON.stringify({ part: "done", after: null } satisfies Progress),
    );
  }
}

/** Compares each row of two archives. Throws a `StorageError` that names the first difference. */
export async function compareTelemetry(
  source: TelemetryArchive,
  target: TelemetryArchive,
): Promise<void> {
  const [expected, found] = [await source.countKeys(), await target.countKeys()];
  if (expected !== found) {
    throw new StorageError(`The copy of telemetry has ${found} keys in the place of ${expected}`);
  }
  for (let after: string | null = null, isEnd = false; !isEnd; ) {
    const { records, next } = await source.keys(after);
    const copies = new Map((await target.find(records)).map((copy) => [nameOf(copy), copy]));
    for (const record of records) {
      if (
        JSON.stringify(contentOf(record)) !== JSON.stringify(contentOf(copies.get(nameOf(record))))
      ) {
        throw new StorageError(`The copy of telemetry differs in the key ${nameOf(record)}`);
      }
    }
    after = next;
    isEnd = next === null;
  }
  for (let after: string | null = null, isEnd = false; !isEnd; ) {
    const { records, next } = await source.ids(after);
    if ((await target.countIds(records)) !== records.length) {
      throw new StorageError("The copy of telemetry lacks ids of submissions");
    }
    after = next;
    isEnd = next === null;
  }
}

function nameOf({ environmentId, key }: KeyRecord): string {
  return JSON.stringify([environmentId, key]);
}

function contentOf(record: KeyRecord | undefined) {
  return record && [record.featureId, record.minutes, record.hours, record.days];
}
