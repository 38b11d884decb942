import {
  type LoggedChange,
  logFormat,
  replayLoggedChanges,
} from "../../core/model/logged-change.ts";
import { emptyState, type State } from "../../core/model/state.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import type { JsonObject } from "../../core/text/json-object.ts";
import type { OpenedStorage } from "../../storage/storage.ts";
import type { CopyDirectory, CopyPart } from "../local-copy/copy-directory.ts";
import { type CommitPosition, parsePosition, textOfPosition } from "../primary/commit-position.ts";
import type { PrimaryClient } from "./primary-client.ts";
import { PrimaryError } from "./primary-error.ts";

/** A copy of the primary's data, with the commit of the primary that it has. */
export interface ReplicaCopy extends OpenedStorage {
  readonly latest: CommitPosition;
}

/**
 * The copy that an earlier process left; undefined without a complete one. The id of a batch in a
 * copy is the position of the primary's commit, so that both are stored at once.
 */
export async function latestCopy(
  copies: CopyDirectory,
  onDamage: (error: unknown) => void,
): Promise<ReplicaCopy | undefined> {
  const opened = await copies.openLatest(onDamage);
  return opened === undefined ? undefined : copyOf(opened);
}

/** Loads the whole state of the primary. Rejects with a `PrimaryError` or a `StorageError`. */
export async function copyOfPrimary(
  copies: CopyDirectory,
  client: Pick<PrimaryClient, "snapshot">,
  signal: AbortSignal,
): Promise<ReplicaCopy> {
  return copyOf(await copies.write(partsOfPrimary(client, signal)));
}

async function* partsOfPrimary(
  client: Pick<PrimaryClient, "snapshot">,
  signal: AbortSignal,
): AsyncGenerator<CopyPart, string> {
  let state: State = emptyState;
  let position = "";
  let count = 0;
  let isComplete = false;
  for await (const lines of client.snapshot(signal)) {
    const logged: LoggedChange[] = [];
    for (const line of lines) {
      if ("snapshot" in line) {
        position = positionIn(line, "snapshot");
        checkFormat(line);
      } else if ("end" in line) {
        isComplete = line.end === count + logged.length;
      } else {
        logged.push(...loggedIn(line));
      }
    }
    count += logged.length;
    const replayed = await runYielding(replayLoggedChanges(state, logged));
    state = replayed.state;
    yield replayed;
  }
  if (!isComplete || position === "") {
    throw new PrimaryError("The origin's snapshot is not complete");
  }
  return position;
}

function copyOf(opened: OpenedStorage): ReplicaCopy {
  const latest = parsePosition(opened.latestBatchId ?? "");
  // A data directory that is no copy: the primary does not know its state, and reports that.
  return { ...opened, latest: latest ?? { position: 0, batchId: "unknown" } };
}

/** Throws a `PrimaryError` for a format that this version does not know. */
export function checkFormat(line: JsonObject): void {
  if (line.format !== logFormat) {
    throw new PrimaryError("The origin is of a version whose changes this replica cannot read");
  }
}

export function positionIn(line: JsonObject, name: string): string {
  const text = line[name];
  const position = typeof text === "string" ? parsePosition(text) : undefined;
  if (position === undefined) {
    throw new PrimaryError("The origin sent no position of a commit");
  }
  return textOfPosition(position);
}

export function loggedIn(line: JsonObject): readonly LoggedChange[] {
  const { changes } = line;
  if (!isLogged(changes)) {
    throw new PrimaryError("The origin sent changes in an unknown format");
  }
  return changes;
}

/** The primary is trusted, and has checked the version of the format. */
function isLogged(changes: unknown): changes is readonly LoggedChange[] {
  return (
    Array.isArray(changes) &&
    changes.every((change) => typeof change === "object" && change !== null && "kind" in change)
  );
}
