import type { OpenMessage, SetAsideDatabase } from "../messages/messages.ts";
import type { Catalog } from "./counting/catalog.ts";
import type { TelemetryStore } from "./port/telemetry-store.ts";
import { openOrReplace } from "./store/damaged-database.ts";
import { openSqliteTelemetry } from "./store/sqlite-telemetry-store.ts";

export interface OpenedStore {
  readonly store: TelemetryStore;
  /** A damaged database in whose place the store is. */
  readonly setAside?: SetAsideDatabase;
}

/**
 * Opens the store that the settings ask for. Rejects with a `StorageError` if it cannot be used.
 * `onClamped` is called with the number of counts that were at 2^53-1 after a write.
 */
export async function openStore(
  message: OpenMessage,
  catalog: Catalog,
  onClamped: (count: number) => void,
): Promise<OpenedStore> {
  const { path, settings } = message;
  const { opened, setAside } = openOrReplace(message, () =>
    openSqliteTelemetry({ path, settings, catalog, onClamped }),
  );
  return { store: opened, ...(setAside === undefined ? {} : { setAside }) };
}
