import { applyChangeList } from "../../core/model/apply-change-list.ts";
import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { derivedUuid } from "../../core/secrets/derived-uuid.ts";
import { StaleBatchError } from "../shared-storage.ts";
import type { OpenedStorage } from "../storage.ts";
import { installationChanges } from "./installation-changes.ts";
import { MoveError } from "./transfer-error.ts";

export interface CopyOptions {
  readonly source: Pick<OpenedStorage, "state" | "storage">;
  /** Identifies the source, so that only an interrupted copy of this source continues. */
  readonly sourceId: string;
  readonly target: OpenedStorage;
  /** The last commit of the copy, if it has any. */
  readonly closing?: readonly Change[] | undefined;
  /** Called with the number of completed commits. */
  readonly onCommit: (count: number) => void;
}

/**
 * Copies everything in a storage into an empty one, in many commits; resolves with the state of the
 * target. An interrupted copy continues: its commits have their own ids. Rejects with a `MoveError`
 * for a target with other commits, and with the errors of the storages.
 */
export async function copyInstallation(options: CopyOptions): Promise<State> {
  const { source, sourceId, target, closing = [], onCommit } = options;
  const known = target.position;
  let { state } = target;
  let position = 0;
  for await (const changes of withClosing(installationChanges(source), closing)) {
    position++;
    const id = derivedUuid(`${sourceId} ${position}`);
    if (position > known) {
      state = await commit(target, { id, changes, before: state, position: position - 1 });
    } else if (position === known && (await target.storage.findCommit(id)) !== position) {
      throw new MoveError("The target is not empty, and was not begun from this source");
    }
    onCommit(position);
  }
  if (position < known) {
    throw new MoveError("The target has more than the source: a server has changed it");
  }
  return state;
}

async function* withClosing(
  portions: AsyncGenerator<readonly Change[], void>,
  closing: readonly Change[],
): AsyncGenerator<readonly Change[], void> {
  yield* portions;
  if (closing.length > 0) {
    yield closing;
  }
}

async function commit(
  { storage }: OpenedStorage,
  batch: {
    readonly id: string;
    readonly changes: readonly Change[];
    readonly before: State;
    readonly position: number;
  },
): Promise<State> {
  const after = applyChangeList(batch.before, batch.changes);
  try {
    await storage.commit({ ...batch, after });
  } catch (error) {
    if (error instanceof StaleBatchError) {
      throw new MoveError("Another process changes the target", { cause: error });
    }
    throw error;
  }
  return after;
}
