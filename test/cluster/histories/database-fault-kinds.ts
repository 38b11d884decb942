import { SQL } from "bun";
import { resumePostgres, suspendPostgres } from "../../helpers/postgres-processes.ts";
import { PostgresServer } from "../../helpers/postgres-server.ts";
import { eventually } from "../asked-nodes.ts";
import type { FaultKind, FaultScene } from "./fault-scene.ts";

const endingsMax = 10;
const endingPauseMsMax = 400;
const lockedTables = ["head", "commits", "audits", "nodes", "leader", "features"] as const;
/** Until all sessions know that a standby must have their commits. */
const settingMs = 1_000;

/** Faults of PostgreSQL, which affect all nodes. */
export const databaseFaultKinds: readonly FaultKind[] = [
  {
    name: "PostgreSQL crashes",
    happen: (scene) => affectAll(scene, () => scene.cluster.postgres.restartImmediately()),
  },
  {
    name: "PostgreSQL restarts",
    happen: (scene) =>
      affectAll(scene, async () => {
        await scene.cluster.postgres.stop();
        await scene.hold();
        await scene.cluster.postgres.start();
      }),
  },
  {
    name: "connections terminated",
    happen: (scene) =>
      affectAll(scene, async () => {
        const endings = 1 + scene.random.below(endingsMax);
        for (let ending = 0; ending < endings; ending++) {
          await scene.cluster.postgres.administer(terminate(scene));
          await Bun.sleep(1 + scene.random.below(endingPauseMsMax));
        }
      }),
  },
  {
    name: "PostgreSQL is suspended",
    happen: (scene) =>
      affectAll(scene, async () => {
        const { postgres } = scene.cluster;
        suspendPostgres(postgres);
        try {
          await scene.hold();
        } finally {
          resumePostgres(postgres);
        }
      }),
  },
  {
    name: "the database is read-only",
    happen: (scene) =>
      affectAll(scene, async () => {
        const { postgres, database } = scene.cluster;
        await postgres.administer(
          `alter database ${database} set default_transaction_read_only = on`,
          terminate(scene),
        );
        await scene.hold();
        await postgres.administer(`alter database ${database} reset default_transaction_read_only`);
      }),
  },
  {
    name: "a table is locked",
    happen: (scene) =>
      affectAll(scene, async () => {
        const { postgres, database } = scene.cluster;
        await using sql = new SQL(postgres.url(database, "postgres"), { max: 1 });
        const table = scene.random.pick(lockedTables);
        await sql.unsafe(`begin; lock table ${table} in access exclusive mode`);
        await scene.hold();
        await sql.unsafe("rollback");
      }),
  },
  {
    name: "failover to a synchronous standby",
    async happen(scene) {
      const primary = scene.cluster.postgres;
      const standby = await PostgresServer.standbyOf(primary);
      await requireStandby(primary);
      await affectAll(scene, async () => {
        await primary.crash();
        scene.cluster.failOver(standby);
        await scene.hold();
        await standby.promote();
      });
    },
  },
];

async function affectAll(scene: FaultScene, work: () => Promise<void>): Promise<void> {
  await scene.affect("stale", scene.cluster.nodes, work);
}

function terminate({ cluster }: FaultScene): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${cluster.database}' and pid <> pg_backend_pid()`;
}

/** From then on no commit is acknowledged that the standby does not have. */
async function requireStandby(primary: PostgresServer): Promise<void> {
  await primary.administer(
    "alter system set synchronous_standby_names = '*'",
    "select pg_reload_conf()",
  );
  await using sql = new SQL(primary.url("postgres", "postgres"), { max: 1 });
  await eventually(async () => {
    const rows = await sql`select 1 from pg_stat_replication where sync_state = 'sync'`;
    return rows.length > 0;
  });
  await Bun.sleep(settingMs);
}
