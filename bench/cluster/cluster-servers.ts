import { join } from "node:path";
import { PostgresServer } from "../../test/helpers/postgres-server.ts";
import type { BenchTools } from "../bench-tools.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import { mixedFeatures } from "../benchmark-features.ts";
import { Gatehouse } from "../gatehouse.ts";

/** The servers that are compared. All have the same features. */
export interface ClusterServers {
  /** A server with a data directory. */
  readonly sqlite: Gatehouse;
  /** A server alone on a shared database. */
  readonly node: Gatehouse;
  /** Three servers that share another database. */
  readonly trio: readonly [Gatehouse, Gatehouse, Gatehouse];
  /** A replica of `node`. */
  readonly replica: Gatehouse;
}

const commandTimeoutMs = 20_000;

/** Starts PostgreSQL as it is after its installation, so that each commit waits for the disk. */
export async function startClusterServers(tools: BenchTools): Promise<ClusterServers> {
  const postgres = await PostgresServer.start({ settings: { fsync: "on" } });
  const start = (name: string, variables: Readonly<Record<string, string>>) =>
    Gatehouse.start(tools.processes, tools.executable, join(tools.directory, name), { variables });
  const nodeOf = (url: string, name: string) =>
    start(name, { GATEHOUSE_DATABASE: url, GATEHOUSE_NODE: name });
  const sqlite = await start("sqlite", {});
  const alone = await postgres.database();
  const node = await nodeOf(alone, "alone");
  const shared = await postgres.database();
  const trio = [
    await nodeOf(shared, "first"),
    await nodeOf(shared, "second"),
    await nodeOf(shared, "third"),
  ] as const;
  for (const server of [sqlite, node, trio[0]]) {
    await server.import(mixedFeatures());
  }
  return { sqlite, node, trio, replica: await startReplica(tools, node, alone) };
}

async function startReplica(
  { processes, executable, directory }: BenchTools,
  origin: Gatehouse,
  database: string,
): Promise<Gatehouse> {
  const create = ["replica", "create", "--name", "benchmark", "--database", database];
  const token = await processes.run([executable, ...create], commandTimeoutMs);
  return Gatehouse.start(processes, executable, join(directory, "replica"), {
    mode: "replica",
    variables: { GATEHOUSE_ORIGIN: origin.origin, GATEHOUSE_ORIGIN_TOKEN: token.trim() },
  });
}

const equalTimeoutMs = 10_000;

/** Waits until servers have the same features. Throws if that does not happen. */
export async function expectEqual(servers: readonly Gatehouse[]): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const bodies = await Promise.all(
      servers.map(async (server) => (await server.send({ path: "/features" })).body.toString()),
    );
    if (new Set(bodies).size === 1) {
      return;
    }
    if (performance.now() - startedMs > equalTimeoutMs) {
      throw new BenchmarkError("Servers of one installation have different features");
    }
  }
}
