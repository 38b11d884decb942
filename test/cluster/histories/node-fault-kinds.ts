import { metricOf } from "../asked-nodes.ts";
import type { FaultKind, FaultScene } from "./fault-scene.ts";
import { type NamedNode, nodeWithClock } from "./history-cluster.ts";

const leaderMsMax = 20_000;
const freezeMsMin = 1_000;
/** More than the lease of a leader. */
const freezeMsMax = 14_000;
const clockOffMs = 25 * 3_600_000;

/** Faults of the servers of Gatehouse. */
export const nodeFaultKinds: readonly FaultKind[] = [
  {
    name: "kill a node",
    happen: (scene) => kill(scene, [scene.someNode()]),
  },
  {
    name: "kill two nodes",
    async happen(scene) {
      const spared = scene.someNode();
      await kill(
        scene,
        scene.cluster.nodes.filter((node) => node !== spared),
      );
    },
  },
  {
    name: "stop a node",
    async happen(scene) {
      const named = scene.someNode();
      await scene.affect("down", [named], async () => {
        await named.node.stop();
        await scene.hold();
        await named.node.start();
      });
    },
  },
  {
    name: "freeze a node",
    happen: (scene) => freeze(scene, scene.someNode()),
  },
  {
    name: "freeze the leader",
    async happen(scene) {
      await freeze(scene, (await leaderOf(scene)) ?? scene.someNode());
    },
  },
  {
    // Servers use the clock of the database, so no node may lag.
    name: "wrong clock of a node",
    async happen(scene) {
      const { clocks } = scene.cluster;
      clocks.set(nodeWithClock, scene.random.oneIn(2) ? clockOffMs : -clockOffMs);
      await scene.hold();
      clocks.set(nodeWithClock, 0);
      await scene.hold();
    },
  },
];

async function kill(scene: FaultScene, nodes: readonly NamedNode[]): Promise<void> {
  await scene.affect("down", nodes, async () => {
    await Promise.all(nodes.map(({ node }) => node.kill()));
    await scene.hold();
    await Promise.all(nodes.map(({ node }) => node.start()));
  });
}

async function freeze(scene: FaultScene, named: NamedNode): Promise<void> {
  const { server } = named.node;
  await scene.affect("down", [named], async () => {
    server?.signal("SIGSTOP");
    try {
      await Bun.sleep(freezeMsMin + scene.random.below(freezeMsMax - freezeMsMin));
    } finally {
      server?.signal("SIGCONT");
    }
  });
}

async function leaderOf({ cluster }: FaultScene): Promise<NamedNode | undefined> {
  const until = performance.now() + leaderMsMax;
  while (performance.now() < until) {
    for (const named of cluster.nodes) {
      if ((await metricOf(named.node, "gatehouse_cluster_leading")) === 1) {
        return named;
      }
    }
    await Bun.sleep(100);
  }
  return undefined;
}
