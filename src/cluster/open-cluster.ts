import { MeasuredSharedStorage } from "../metrics/measured-shared-storage.ts";
import type { CommitPlace } from "../origin/commit-place.ts";
import { ReplicatedCommits } from "../origin/replicated-commits.ts";
import type { PostgresSettings } from "../postgres/postgres-connection.ts";
import type { SharedDatabase } from "../server/shared-database.ts";
import { openPostgresStorage, type PostgresStorage } from "../storage/postgres/postgres-storage.ts";
import type { AppliedCommit } from "../writer/followed-state.ts";
import type { OpenedData } from "../writer/opened-data.ts";
import { SharedWriter, type SharedWriterFacts } from "../writer/shared-writer.ts";
import { ClusterNode, type ClusterNodeOptions } from "./cluster-node.ts";

export interface ClusterOptions extends ClusterNodeOptions {
  readonly writeWaitMs: number;
}

/** An opened database that servers share. */
export interface OpenedCluster extends OpenedData {
  readonly storage: MeasuredSharedStorage;
  readonly node: ClusterNode;
  readonly shared: Pick<SharedDatabase, "shortLived" | "secret">;
  /** What replicas are told. */
  readonly commits: ReplicatedCommits;
  /** How the writer stands to the database; undefined before it is made. */
  readonly facts: () => SharedWriterFacts | undefined;
}

/** Opens a database for a server that shares it. Rejects with a `StorageError` of one line. */
export async function openCluster(options: ClusterOptions): Promise<OpenedCluster> {
  const { settings, node, writeWaitMs } = options;
  const { storage: shared, ...loaded } = await openPostgresStorage(settings, node);
  const storage = new MeasuredSharedStorage({ storage: shared, nanoseconds: Bun.nanoseconds });
  const commits = new ReplicatedCommits({
    ...placeAt(shared, loaded.position),
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
    node: new ClusterNode(options),
    facts: () => writer?.facts,
    openWriter: (start) => {
      const onApplied = (commit: AppliedCommit) => commits.add(commit);
      const opened = new SharedWriter({ ...start, storage, writeWaitMs, onApplied });
      opened.onReload((state) => commits.restart({ ...placeAt(shared, opened.position), state }));
      writer = opened;
      return writer;
    },
  };
}

function placeAt(storage: PostgresStorage, position: number): CommitPlace {
  return { position, batchId: storage.markAt(position)?.batchId ?? "" };
}

/** Opens a database for one command of the shell, which is a writer of its own. */
export async function openDatabaseOnce(settings: PostgresSettings): Promise<OpenedData> {
  const { storage, ...loaded } = await openPostgresStorage(settings, "shell");
  return {
    ...loaded,
    storage,
    openWriter: (start) => new SharedWriter({ ...start, storage }),
  };
}
