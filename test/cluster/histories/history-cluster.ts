import { testedProgram } from "../../contract/server-process.ts";
import { argvWithClock, Clocks } from "../../helpers/clocks.ts";
import { PostgresServer } from "../../helpers/postgres-server.ts";
import { TestedNode } from "../cluster-nodes.ts";

export interface NamedNode {
  readonly name: string;
  readonly node: TestedNode;
}

/** This node runs from the sources, so that its clock can be set. */
export const nodeWithClock = "west";
/** Notifications of this node have a proxy of their own. */
export const nodeWithDirectUrl = "north";
const names = ["north", "south", nodeWithClock];
/** So that clients do not wait long for the refusal of writes. */
const writeWait = { GATEHOUSE_WRITE_WAIT_MS: "2000" };

/** Three servers on one PostgreSQL, each behind its own proxy. */
export class HistoryCluster implements AsyncDisposable {
  readonly nodes: readonly NamedNode[];
  readonly clocks: Clocks;
  #postgres: PostgresServer;
  readonly #database: string;

  private constructor(
    nodes: readonly NamedNode[],
    clocks: Clocks,
    { postgres, database }: { readonly postgres: PostgresServer; readonly database: string },
  ) {
    this.nodes = nodes;
    this.clocks = clocks;
    this.#postgres = postgres;
    this.#database = database;
  }

  static async start(): Promise<HistoryCluster> {
    const postgres = await PostgresServer.start();
    const url = await postgres.database();
    const clocks = new Clocks();
    const nodes = await Promise.all(
      names.map(async (name) => ({
        name,
        node: await TestedNode.start({
          postgres,
          url,
          name,
          argv: name === nodeWithClock ? argvWithClock : testedProgram.argv,
          hasDirectUrl: name === nodeWithDirectUrl,
          variables: { ...writeWait, ...clocks.variables },
        }),
      })),
    );
    const database = new URL(url).pathname.slice(1);
    return new HistoryCluster(nodes, clocks, { postgres, database });
  }

  /** The current primary. */
  get postgres(): PostgresServer {
    return this.#postgres;
  }

  /** The name of the database. */
  get database(): string {
    return this.#database;
  }

  /** Of the database, past the proxies. */
  get url(): string {
    return this.#postgres.url(this.#database);
  }

  get names(): readonly string[] {
    return this.nodes.map(({ name }) => name);
  }

  /** One of the nodes, the next one for the next number. */
  at(index: number): NamedNode {
    const found = this.nodes[index % this.nodes.length];
    if (found === undefined) {
      throw new Error("a cluster has nodes");
    }
    return found;
  }

  /** Moves the address of the database to another server. */
  failOver(standby: PostgresServer): void {
    this.#postgres = standby;
    for (const { node } of this.nodes) {
      node.proxy.redirect(standby);
      node.directProxy.redirect(standby);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.nodes.map(({ node }) => node[Symbol.asyncDispose]()));
    await this.#postgres.crash();
    this.clocks[Symbol.dispose]();
  }
}
