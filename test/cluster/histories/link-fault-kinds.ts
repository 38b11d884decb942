import type { DatabaseProxy } from "../../helpers/database-proxy.ts";
import type { FaultKind, FaultScene } from "./fault-scene.ts";
import { type NamedNode, nodeWithDirectUrl } from "./history-cluster.ts";

const delayMsMax = 400;
const pieceBytesMax = 200;
const answerBytesMax = 5_000;
const cutsMax = 20;

/** Faults of the network between servers and the database: at one node, or at all. */
export const linkFaultKinds: readonly FaultKind[] = [
  {
    name: "connections refused",
    happen: (scene) =>
      affectLinks(scene, async (proxies) => {
        await Promise.all(proxies.map((proxy) => proxy.refuse()));
        await scene.hold();
        await Promise.all(proxies.map((proxy) => proxy.accept()));
      }),
  },
  {
    name: "black hole",
    happen: (scene) => loseBytes(scene, { losesQuestions: true, losesAnswers: true }),
  },
  {
    name: "answers lost",
    happen: (scene) => loseBytes(scene, { losesQuestions: false, losesAnswers: true }),
  },
  {
    name: "questions lost",
    happen: (scene) => loseBytes(scene, { losesQuestions: true, losesAnswers: false }),
  },
  {
    name: "delay",
    happen: (scene) =>
      affectLinks(scene, async (proxies) => {
        const delayMs = 1 + scene.random.below(delayMsMax);
        setAll(proxies, ({ link }) => Object.assign(link, { delayMs }));
        await scene.hold();
        setAll(proxies, ({ link }) => Object.assign(link, { delayMs: 0 }));
      }),
  },
  {
    name: "slow trickle",
    happen: (scene) =>
      affectLinks(scene, async (proxies) => {
        const pieceBytes = 1 + scene.random.below(pieceBytesMax);
        setAll(proxies, ({ link }) => Object.assign(link, { pieceBytes }));
        await scene.hold();
        setAll(proxies, ({ link }) => Object.assign(link, { pieceBytes: null }));
      }),
  },
  {
    name: "cuts in the middle of answers",
    happen: (scene) =>
      affectLinks(scene, async (proxies) => {
        const cuts = 1 + scene.random.below(cutsMax);
        for (let cut = 0; cut < cuts; cut++) {
          setAll(proxies, (proxy) => {
            proxy.answerBytesLeft = 1 + scene.random.below(answerBytesMax);
          });
          await Bun.sleep(1 + scene.random.below(delayMsMax));
        }
        setAll(proxies, (proxy) => {
          proxy.answerBytesLeft = null;
        });
      }),
  },
  {
    // The server still asks for changes every second, so it may not lag for longer.
    name: "notifications lost",
    async happen(scene) {
      for (const { name, node } of scene.cluster.nodes) {
        if (name === nodeWithDirectUrl) {
          node.directProxy.losesAnswers = true;
          await scene.hold();
          node.directProxy.losesAnswers = false;
          node.directProxy.cut();
        }
      }
    },
  },
];

/** Affects the links of one node, and of all nodes in one of four cases. */
async function affectLinks(
  scene: FaultScene,
  work: (proxies: readonly DatabaseProxy[]) => Promise<void>,
): Promise<void> {
  const nodes = scene.random.oneIn(4) ? scene.cluster.nodes : [scene.someNode()];
  await scene.affect("stale", nodes, () => work(nodes.flatMap(proxiesOf)));
}

async function loseBytes(
  scene: FaultScene,
  lost: Pick<DatabaseProxy, "losesQuestions" | "losesAnswers">,
): Promise<void> {
  await affectLinks(scene, async (proxies) => {
    setAll(proxies, (proxy) => Object.assign(proxy, lost));
    await scene.hold();
    setAll(proxies, (proxy) => {
      proxy.losesQuestions = false;
      proxy.losesAnswers = false;
      // The rest of the bytes would have no beginning.
      proxy.cut();
    });
  });
}

function proxiesOf({ node }: NamedNode): readonly DatabaseProxy[] {
  return [node.proxy, node.directProxy];
}

function setAll(proxies: readonly DatabaseProxy[], set: (proxy: DatabaseProxy) => void): void {
  for (const proxy of proxies) {
    set(proxy);
  }
}
