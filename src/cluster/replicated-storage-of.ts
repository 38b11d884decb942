import { MeasuredStorage } from "../metrics/measured-storage.ts";
import { ReplicatedCommits } from "../origin/replicated-commits.ts";
import { ReplicatedStorage } from "../origin/replicated-storage.ts";
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
