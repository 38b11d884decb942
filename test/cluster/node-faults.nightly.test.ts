import { afterAll, beforeAll, describe, test } from "bun:test";
import { isPostgresMissing, PostgresServer } from "../helpers/postgres-server.ts";
import { runsOf } from "../helpers/runs.ts";
import { ClusterLoad } from "./cluster-load.ts";
import { TestedCluster, type TestedNode } from "./cluster-nodes.ts";

const rounds = runsOf(1);
const outageMs = 700;

interface FaultyCluster {
  readonly cluster: TestedCluster;
  readonly node: TestedNode;
  readonly postgres: PostgresServer;
  readonly load: ClusterLoad;
}

interface Fault {
  readonly name: string;
  readonly hasDirectUrl?: boolean;
  readonly happen: (faulty: FaultyCluster) => Promise<void>;
}

const faults: readonly Fault[] = [
  {
    name: "a server is killed",
    async happen({ node, load }) {
      await node.kill();
      await load.progress();
      await node.start();
    },
  },
  {
    name: "a server is told to stop",
    async happen({ node, load }) {
      await node.stop();
      await load.progress();
      await node.start();
    },
  },
  {
    name: "the database crashes",
    happen: ({ postgres }) => postgres.restartImmediately(),
  },
  {
    name: "a server is suspended",
    async happen({ node, load }) {
      node.server?.signal("SIGSTOP");
      try {
        await load.progress(10);
        await Bun.sleep(outageMs);
      } finally {
        node.server?.signal("SIGCONT");
      }
    },
  },
  {
    name: "the answers to commits are lost",
    async happen({ cluster }) {
      for (const { proxy } of cluster.nodes) {
        proxy.losesAnswers = true;
      }
      await Bun.sleep(outageMs);
      for (const { proxy } of cluster.nodes) {
        proxy.losesAnswers = false;
        proxy.cut();
      }
    },
  },
  {
    name: "a server cannot reach the database",
    async happen({ node: { proxy }, load }) {
      proxy.losesQuestions = true;
      proxy.losesAnswers = true;
      await load.progress(10);
      await Bun.sleep(outageMs);
      proxy.losesQuestions = false;
      proxy.losesAnswers = false;
      proxy.cut();
    },
  },
  {
    name: "notifications are lost",
    hasDirectUrl: true,
    async happen({ cluster, load }) {
      for (const { directProxy } of cluster.nodes) {
        directProxy.losesAnswers = true;
      }
      await load.progress();
    },
  },
];

describe.skipIf(isPostgresMissing)("three servers on one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(() => postgres.stop());

  test.each(faults.slice(0, runsOf(3)))(
    "lose nothing and count nothing twice when $name",
    async ({ happen, hasDirectUrl = false }) => {
      await using cluster = await TestedCluster.start(postgres, { hasDirectUrl });
      const load = new ClusterLoad(cluster);
      load.start();
      await load.progress();
      for (let round = 0; round < rounds; round++) {
        await happen({ cluster, node: cluster.node(round), postgres, load });
        await load.progress();
      }
      await load.expectWhole();
    },
    180_000 + rounds * 10_000,
  );
});
