import { ReplicatedCommits } from "../replication/primary/replicated-commits.ts";
import { ReplicatedStorage } from "../replication/primary/replicated-storage.ts";
import { MeasuredStorage } from "../storage/measured-storage.ts";
import type { OpenedStorage } from "../storage/storage.ts";

/** The storage of a server that no other process writes to, and its commits, for replicas. */
export function replicatedStorage({
  storage,
  position,
  newestBatchId: batchId = "",
  state,
}: OpenedStorage): { readonly storage: MeasuredStorage; readonly commits: ReplicatedCommits } {
  const commits = new ReplicatedCommits({ position, batchId, state });
  const replicated = new ReplicatedStorage(storage, commits);
  const { nanoseconds } = Bun;
  return { storage: new MeasuredStorage({ storage: replicated, nanoseconds }), commits };
}
