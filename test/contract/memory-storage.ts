import { applyChange } from "../../src/model/apply-change.ts";
import type { RecordedAudit } from "../../src/model/audit.ts";
import type { Change } from "../../src/model/change.ts";
import { emptyState, type State } from "../../src/model/state.ts";
import {
  type AuditQuery,
  type OpenedStorage,
  type Storage,
  StorageError,
} from "../../src/storage/storage.ts";

/**
 * A second adapter, which stores a list of changes and no rows: what passes the contract with both
 * adapters does not depend on SQLite. Like a file, a medium outlives the storages that were opened
 * on it.
 */
export class MemoryMedium implements Disposable {
  readonly #log: Change[] = [];

  open(): OpenedStorage {
    const state = this.#log.reduce(applyChange, emptyState);
    return { storage: new MemoryStorage(this.#log, state), state };
  }

  [Symbol.dispose](): void {
    this.#log.length = 0;
  }
}

class MemoryStorage implements Storage {
  readonly #log: Change[];
  #state: State;

  constructor(log: Change[], state: State) {
    this.#log = log;
    this.#state = state;
  }

  async commit(changes: readonly Change[]): Promise<void> {
    this.#state = changes.reduce(applyReferred, this.#state);
    this.#log.push(...changes);
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    const { environmentId, keys, newestMax, offset, limit } = query;
    if (query.isOldestFirst === true) {
      return historyOf(this.#log, environmentId).slice(0, limit);
    }
    return historyOf(this.#log, environmentId)
      .toReversed()
      .slice(0, newestMax ?? undefined)
      .filter(({ featureKey }) => keys === null || keys.includes(featureKey))
      .slice(offset, offset + limit);
  }

  async probe(): Promise<void> {
    // Memory can always be written.
  }

  async close(): Promise<void> {
    // Nothing to release: the list belongs to the medium.
  }
}

/**
 * The audits of an environment. Ids are never used again, so deleting an environment deletes all
 * audits with its id.
 */
function historyOf(log: readonly Change[], environmentId: number): readonly RecordedAudit[] {
  const isDeleted = log.some(
    (change) => change.kind === "environment.deleted" && change.environmentId === environmentId,
  );
  return log
    .flatMap((change) => (change.kind === "audit.recorded" && !isDeleted ? [change.audit] : []))
    .filter((audit) => audit.environmentId === environmentId)
    .map((audit, index) => ({ ...audit, sequence: index + 1 }))
    .filter(({ sequence }) => sequence > removedThrough(log, environmentId));
}

function removedThrough(log: readonly Change[], environmentId: number): number {
  const through = log.map((change) =>
    change.kind === "audits.removed" && change.environmentId === environmentId ? change.through : 0,
  );
  return Math.max(0, ...through);
}

function applyReferred(state: State, change: Change): State {
  if (!isReferred(state, change)) {
    throw new StorageError(`The change ${change.kind} refers to nothing, or exists already`);
  }
  return applyChange(state, change);
}

function isReferred(state: State, change: Change): boolean {
  switch (change.kind) {
    case "environment.created": {
      const { id, projectId, slug } = change.environment;
      const isSame = (other: { id: number; projectId: number; slug: string }) =>
        other.id === id || (other.projectId === projectId && other.slug === slug);
      return state.projects.has(projectId) && !state.environments.some(isSame);
    }
    case "feature.saved":
      return state.projects.has(change.feature.projectId);
    case "gates.written":
      return (
        state.environments.has(change.environmentId) &&
        state.features.get(change.feature.projectId)?.get(change.feature.key)?.id ===
          change.feature.id
      );
    case "token.saved":
      return state.environments.has(change.token.environmentId);
    case "audit.recorded":
      return state.environments.has(change.audit.environmentId);
    default:
      return true;
  }
}
