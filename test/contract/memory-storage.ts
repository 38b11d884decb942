import { applyChange } from "../../src/model/apply-change.ts";
import { type Audit, auditsOfGroup, type RecordedAudit } from "../../src/model/audit.ts";
import type { Change } from "../../src/model/change.ts";
import { emptyState, type State } from "../../src/model/state.ts";
import {
  type AuditQuery,
  type Batch,
  type OpenedStorage,
  type Storage,
  UnstorableChangesError,
} from "../../src/storage/storage.ts";

/**
 * A second adapter, which stores a list of changes and no rows: what passes the contract with both
 * adapters does not depend on SQLite. Like a file, a medium outlives the storages that were opened
 * on it.
 */
export class MemoryMedium implements Disposable {
  readonly #log: Batch[] = [];

  async open(): Promise<OpenedStorage> {
    const state = changesOf(this.#log).reduce(applyChange, emptyState);
    return { storage: new MemoryStorage(this.#log, state), state, position: this.#log.length };
  }

  load(): Promise<OpenedStorage> {
    return this.open();
  }

  [Symbol.dispose](): void {
    this.#log.length = 0;
  }
}

function changesOf(log: readonly Batch[]): readonly Change[] {
  return log.flatMap(({ changes }) => changes);
}

class MemoryStorage implements Storage {
  readonly #log: Batch[];
  #state: State;

  constructor(log: Batch[], state: State) {
    this.#log = log;
    this.#state = state;
  }

  async commit(batch: Batch): Promise<number> {
    this.#state = batch.changes.reduce(applyReferred, this.#state);
    return this.#log.push(batch);
  }

  async findCommit(batchId: string): Promise<number | null> {
    return this.#log.at(-1)?.id === batchId ? this.#log.length : null;
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    const { environmentId, keys, newestMax, offset, limit } = query;
    const history = historyOf(changesOf(this.#log), environmentId);
    if (query.isOldestFirst === true) {
      return history.slice(0, limit);
    }
    return history
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
function historyOf(changes: readonly Change[], environmentId: number): readonly RecordedAudit[] {
  const isDeleted = changes.some(
    (change) => change.kind === "environment.deleted" && change.environmentId === environmentId,
  );
  const through = removedThrough(changes, environmentId);
  return changes
    .flatMap((change) => (isDeleted ? [] : auditsOf(change)))
    .filter((audit) => audit.environmentId === environmentId)
    .map((audit, index) => ({ ...audit, sequence: index + 1 }))
    .filter(({ sequence }) => sequence > through);
}

function auditsOf(change: Change): readonly Audit[] {
  if (change.kind === "audits.recorded") {
    return auditsOfGroup(change.audits);
  }
  return change.kind === "audit.recorded" ? [change.audit] : [];
}

function removedThrough(changes: readonly Change[], environmentId: number): number {
  const through = changes.map((change) =>
    change.kind === "audits.removed" && change.environmentId === environmentId ? change.through : 0,
  );
  return Math.max(0, ...through);
}

function applyReferred(state: State, change: Change): State {
  if (!isReferred(state, change)) {
    throw new UnstorableChangesError(
      `The change ${change.kind} refers to nothing, or exists already`,
    );
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
