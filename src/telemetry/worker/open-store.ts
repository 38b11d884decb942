import type { OpenMessage, SetAsideDatabase } from "../messages/messages.ts";
import type { Catalog } from "./counting/catalog.ts";
import type { FailureKind, TelemetryStore } from "./port/telemetry-store.ts";
import { postgresFailureKind } from "./postgres/postgres-failure-kind.ts";
import { openOrReplace } from "./store/damaged-database.ts";
import { sqliteFailureKind } from "./store/sqlite-failures.ts";
import { openSqliteTelemetry } from "./store/sqlite-telemetry-store.ts";

export interface OpenedStore {
  readonly store: TelemetryStore;
  /** A damaged database that the store replaced. */
  readonly setAside?: SetAsideDatabase;
}

export interface StoreReports {
  /** Called with the number of counts that were at 2^53-1 after a write. */
  readonly onClamped: (count: number) => void;
  /** Called with the number of metrics of earlier commits that were dropped later. */
  readonly onDropped: (count: number) => void;
  /** Called with a failure of work that no call waits for. */
  readonly onFault: (error: unknown) => void;
}

/** Opens the store that the settings name. Rejects with a `StorageError` if it cannot be used. */
export async function openStore(
  message: OpenMessage,
  catalog: Catalog,
  reports: StoreReports,
): Promise<OpenedStore> {
  const { path, settings } = message;
  if (settings.database !== undefined) {
    const { openPostgresTelemetry } = await import("./postgres/postgres-telemetry-store.ts");
    const { database } = settings;
    return { store: await openPostgresTelemetry({ settings: database, catalog, ...reports }) };
  }
  const { opened, setAside } = openOrReplace(message, () =>
    openSqliteTelemetry({ path, settings, catalog, ...reports }),
  );
  return { store: opened, ...(setAside === undefined ? {} : { setAside }) };
}

/** The kind of failure of a store that could not be opened. */
export function openFailureKind({ settings }: OpenMessage, error: unknown): FailureKind {
  return settings.database === undefined ? sqliteFailureKind(error) : postgresFailureKind(error);
}
