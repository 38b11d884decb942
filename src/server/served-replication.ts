import type { Services } from "../app/services/services.ts";
import type { Config } from "../config/config.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { relayController } from "../replication/primary/relay-controller.ts";
import type { ReplicatedCommits } from "../replication/primary/replicated-commits.ts";
import { type ReplicationApi, replicationApi } from "../replication/primary/replication-api.ts";
import type { SpooledSubmission } from "../replication/primary/spooled-submission.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

export interface ServedReplicationOptions {
  readonly config: Config;
  readonly context: ApiContext;
  readonly services: Services;
  readonly commits: ReplicatedCommits;
  /** Counts the telemetry that replicas have accepted. */
  readonly telemetry: Pick<Telemetry, "relay"> | undefined;
}

/** The API for replicas; undefined in mountable mode. */
export function servedReplication(options: ServedReplicationOptions): ReplicationApi | undefined {
  const { config, context, services, commits, telemetry } = options;
  return config.mode === "hosted"
    ? replicationApi({
        context,
        prefix: `${config.basePath}/replication`,
        commits,
        state: () => services.writer.state,
        age: () => 0,
        controllers: (routes) =>
          telemetry === undefined
            ? []
            : [
                relayController({
                  routes,
                  count: (spool, rows) => counted(telemetry, spool, rows),
                }),
              ],
      })
    : undefined;
}

function counted(
  telemetry: Pick<Telemetry, "relay">,
  spool: string,
  submissions: readonly SpooledSubmission[],
): Promise<number> {
  const received = submissions.map(({ sequence: id, ...submission }) => ({ id, ...submission }));
  return telemetry.relay(spool, received);
}
