import type { OpenedData } from "../app/writer/opened-data.ts";
import { SharedWriter, type SharedWriterFacts } from "../app/writer/shared-writer.ts";
import type { State } from "../core/model/state.ts";
import { describeError } from "../core/text/describe-error.ts";
import type { CopyDirectory } from "../replication/local-copy/copy-directory.ts";
import type { CommitPosition } from "../replication/primary/commit-position.ts";
import { ReplicatedCommits } from "../replication/primary/replicated-commits.ts";
import { MeasuredSharedStorage } from "../storage/measured-shared-storage.ts";
import { isUnreachable } from "../storage/postgres/database/is-unreachable.ts";
import {
  PostgresConnections,
  type PostgresSettings,
} from "../storage/postgres/database/postgres-connection.ts";
import type { DatabaseClock } from "../storage/postgres/database-clock.ts";
import {
  type OpenedSharedStorage,
  openPostgresStorage,
  PostgresStorage,
} from "../storage/postgres/postgres-storage.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { ClusterNode, type ClusterNodeOptions } from "./cluster-node.ts";
import { type MarkedState, NodeCopy, openNodeCopy } from "./node-copy.ts";
import type { SharedDatabase } from "./shared-database.ts";

export interface ClusterOptions extends Omit<ClusterNodeOptions, "clock" | "onReadByAll"> {
  readonly writeWaitMs: number;
  /** The copies of the database on this server. */
  readonly copies: CopyDirectory;
  /** Called if the database is unreachable, and the server starts with its copy. */
  readonly onStartFromCopy: (reason: string) => void;
}

/** An opened database that servers share. */
export interface OpenedCluster extends OpenedData {
  readonly storage: MeasuredSharedStorage;
  readonly node: ClusterNode;
  readonly clock: DatabaseClock;
  readonly shared: Pick<SharedDatabase, "shortLived" | "secret">;
  /** The commits for replicas. */
  readonly commits: ReplicatedCommits;
  readonly closeCopy: () => Promise<void>;
  /** The writer's relation to the database; undefined before it is created. */
  readonly facts: () => SharedWriterFacts | undefined;
}

/**
 * Opens a database for a server that shares it; its copy if the database is unreachable. Rejects
 * with a `StorageError` of one line.
 */
export async function openCluster(options: ClusterOptions): Promise<OpenedCluster> {
  const { writeWaitMs, copies, onFault } = options;
  const { storage: shared, copy: opened, ...loaded } = await openOrCopy(options);
  const epochAt = (position: number) => shared.markAt(position)?.epoch ?? "";
  const marked = (state: State, position: number): MarkedState => ({
    ...{ state, epoch: epochAt(position) },
    ...commitAt(shared, position),
  });
  const latest = marked(loaded.state, loaded.position);
  const copy = new NodeCopy({ copies, onFault }, latest, opened);
  const storage = new MeasuredSharedStorage({ storage: shared, nanoseconds: Bun.nanoseconds });
  const commits = new ReplicatedCommits({
    ...commitAt(shared, loaded.position),
    state: loaded.state,
  });
  let writer: SharedWriter | undefined;
  return {
    ...loaded,
    storage,
    shared: {
      shortLived: shared.shortLived,
      secret: shared.markAt(loaded.position)?.epoch ?? crypto.randomUUID(),
    },
    commits,
    clock: shared.clock,
    now: shared.clock.now,
    node: new ClusterNode({
      ...options,
      clock: shared.clock,
      onReadByAll: (format) => shared.writeInForm(format),
    }),
    closeCopy: () => copy.stop(),
    facts: () => writer?.facts,
    openWriter: (start) => {
      const opened = new SharedWriter({
        ...start,
        storage,
        writeWaitMs,
        onApplied(commit) {
          commits.add(commit);
          copy.add(commit, epochAt(commit.position));
        },
      });
      opened.onReload((state) => {
        commits.restart({ ...commitAt(shared, opened.position), state });
        copy.replace(marked(state, opened.position));
      });
      writer = opened;
      return writer;
    },
  };
}

interface OpenedOrCopy extends OpenedSharedStorage {
  /** The copy, if the state is from it. */
  readonly copy: OpenedStorage | undefined;
}

async function openOrCopy(options: ClusterOptions): Promise<OpenedOrCopy> {
  const { settings, node, copies, onFault, onStartFromCopy } = options;
  try {
    return { ...(await openPostgresStorage(settings, node)), copy: undefined };
  } catch (error) {
    const found = isUnreachable(error) ? await openNodeCopy(copies, onFault) : undefined;
    if (found === undefined) {
      throw error;
    }
    onStartFromCopy(describeError(error));
    const { opened: copy, mark } = found;
    const storage = new PostgresStorage(new PostgresConnections(settings), node);
    storage.resumeAt(mark);
    return { storage, state: copy.state, position: mark.position, copy };
  }
}

function commitAt(storage: PostgresStorage, position: number): CommitPosition {
  return { position, batchId: storage.markAt(position)?.batchId ?? "" };
}

/** Opens a database for one command, which has its own writer. */
export async function openDatabaseOnce(settings: PostgresSettings): Promise<OpenedData> {
  const { storage, ...loaded } = await openPostgresStorage(settings, "shell");
  return {
    ...loaded,
    storage,
    now: storage.clock.now,
    openWriter: (start) => new SharedWriter({ ...start, storage }),
  };
}
