import type { Config } from "../config/config.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { ReplicatedCommits } from "../origin/replicated-commits.ts";
import { type ReplicationApi, replicationApi } from "../origin/replication-api.ts";
import type { Services } from "../services/services.ts";

export interface ServedReplicationOptions {
  readonly config: Config;
  readonly context: ApiContext;
  readonly services: Services;
  readonly commits: ReplicatedCommits;
}

/** What replicas ask this server for; undefined in mountable mode. */
export function servedReplication(options: ServedReplicationOptions): ReplicationApi | undefined {
  const { config, context, services, commits } = options;
  return config.mode === "hosted"
    ? replicationApi({
        context,
        prefix: `${config.basePath}/replication`,
        commits,
        state: () => services.writer.state,
        age: () => 0,
      })
    : undefined;
}
