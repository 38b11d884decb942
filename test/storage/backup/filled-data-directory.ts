import { Database } from "bun:sqlite";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { backUp } from "../../../src/storage/backup/back-up.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { openTelemetryDatabase } from "../../../src/telemetry/worker/store/telemetry-database.ts";
import { signedInUsers } from "../../contract/account-examples.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { plainState } from "../../contract/plain-state.ts";
import {
  audit,
  feature,
  foundation,
  fullGates,
  strangeTexts,
  written,
} from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

export const version = "1.2.3";
export const backupMs = Date.UTC(2026, 10, 21, 12);

const features: readonly Change[] = Array.from({ length: 40 }, (_, index) => index + 100).flatMap(
  (id): readonly Change[] => {
    const one = feature(id, { key: `feature/${id}`, description: "why ".repeat(9) });
    const after = { ...closedGates, actors: sortedSet(strangeTexts.map((text) => id + text)) };
    return [
      { kind: "feature.saved", feature: one },
      { kind: "gates.written", environmentId: 1, feature: one, before: null, after },
      { kind: "audit.recorded", audit: audit({ featureKey: one.key, value: "v".repeat(90) }) },
    ];
  },
);

/** A temporary directory with a filled data directory at `data`. */
export class FilledDataDirectory extends TemporaryDirectory {
  readonly data = this.at("data");

  static async filled(): Promise<FilledDataDirectory> {
    const place = new FilledDataDirectory();
    const { storage } = await openSqliteStorage(place.data);
    const gates = written(1, closedGates, fullGates);
    await storage.commit(batchOf([...foundation, ...signedInUsers, gates, ...features]));
    await storage.close();
    return place;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  /** Runs statements on a database without Gatehouse; creates it if it is missing. */
  alter(name: string, ...statements: readonly string[]): void {
    using database = new Database(join(this.data, name), { create: true });
    for (const statement of statements) {
      database.run(statement);
    }
  }

  /** Adds a telemetry.db as of a new hosted server. */
  addTelemetry(): void {
    openTelemetryDatabase(join(this.data, "telemetry.db")).client.close(true);
  }

  async backUp(file = this.at("backup.tar.gz")): Promise<string> {
    await backUp({ dataDirectory: this.data, file, version, now: () => backupMs });
    return file;
  }
}

/** The contents of a data directory as Gatehouse reads them; opening it may change its files. */
export async function contentsOf(directory: string) {
  const { storage, state } = await openSqliteStorage(directory);
  const query = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1_000 };
  const audits = await storage.reads.audits(query);
  await storage.close();
  return { state: plainState(state), audits };
}

/** Every file of a directory with its bytes, to show that nothing has changed. */
export function filesOf(directory: string): Readonly<Record<string, string>> | null {
  if (!existsSync(directory)) {
    return null;
  }
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    paths.toSorted().map((path) => {
      const whole = join(directory, path);
      return [path, statSync(whole).isDirectory() ? "/" : readFileSync(whole).toString("base64")];
    }),
  );
}
