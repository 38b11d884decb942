import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { DatabaseProxy } from "../helpers/database-proxy.ts";
import type { PostgresServer } from "../helpers/postgres-server.ts";

export const clusterToken = "a-token-of-all-nodes";

export interface ClusterNodeOptions {
  readonly postgres: Pick<PostgresServer, "port">;
  readonly url: string;
  readonly name: string;
  /** Whether notifications go through a proxy of their own. */
  readonly hasDirectUrl?: boolean;
  readonly argv?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** A server of several on one database, with a proxy of its own before the database. */
export class TestedNode implements AsyncDisposable {
  readonly proxy: DatabaseProxy;
  /** Of notifications and of the leader's lock, if the node has another URL for them. */
  readonly directProxy: DatabaseProxy;
  readonly #options: ClusterNodeOptions;
  readonly #directory = new TemporaryDirectory();
  #argv: readonly string[];
  #server: ServerProcess | undefined;
  /** Whether it runs, and was not told to stop. */
  isServing = false;

  private constructor(
    options: ClusterNodeOptions,
    proxies: readonly [proxy: DatabaseProxy, directProxy: DatabaseProxy],
  ) {
    this.#options = options;
    this.#argv = options.argv ?? testedProgram.argv;
    [this.proxy, this.directProxy] = proxies;
  }

  static async start(options: ClusterNodeOptions): Promise<TestedNode> {
    const { postgres } = options;
    const proxy = await DatabaseProxy.start(postgres);
    const node = new TestedNode(options, [proxy, await DatabaseProxy.start(postgres)]);
    await node.start();
    return node;
  }

  /** Undefined while it does not run. */
  get server(): ServerProcess | undefined {
    return this.#server;
  }

  async start(argv: readonly string[] = this.#argv): Promise<void> {
    const { url, name, hasDirectUrl = false } = this.#options;
    this.#argv = argv;
    this.#server = await ServerProcess.start({ name, argv }, this.#directory.path, {
      mode: "hosted",
      variables: {
        GATEHOUSE_DATABASE: this.proxy.urlOf(url),
        GATEHOUSE_NODE: name,
        GATEHOUSE_TOKEN: clusterToken,
        ...this.#options.variables,
        ...(hasDirectUrl ? { GATEHOUSE_DATABASE_DIRECT: this.directProxy.urlOf(url) } : {}),
      },
    });
    this.isServing = true;
  }

  async kill(): Promise<void> {
    this.isServing = false;
    const server = this.#server;
    this.#server = undefined;
    server?.signal("SIGKILL");
    await server?.ended();
  }

  /** Ends it as a service manager does. Rejects unless it ends well. */
  async stop(): Promise<void> {
    this.isServing = false;
    const server = this.#server;
    server?.signal("SIGTERM");
    const ended = await server?.ended();
    this.#server = undefined;
    if (ended?.code !== 0) {
      throw new Error(
        `it ended with ${ended?.code}: ${ended?.err.split("\n").slice(-10).join("\n")}`,
      );
    }
  }

  /** Undefined if no answer came. */
  async send(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const headers = {
      "flipper-cloud-token": clusterToken,
      "content-type": "application/json",
      ...Object.fromEntries(new Headers(init.headers)),
    };
    try {
      return await fetch(`${this.#server?.url}/adapter${path}`, { ...init, headers });
    } catch (error) {
      if (!(error instanceof Error)) {
        throw error;
      }
      return undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    this.proxy[Symbol.dispose]();
    this.directProxy[Symbol.dispose]();
    this.#directory[Symbol.dispose]();
  }
}

/** Three of them. */
export class TestedCluster implements AsyncDisposable {
  readonly url: string;
  readonly nodes: readonly TestedNode[];

  private constructor(url: string, nodes: readonly TestedNode[]) {
    this.url = url;
    this.nodes = nodes;
  }

  static async start(
    postgres: PostgresServer,
    options: Pick<ClusterNodeOptions, "hasDirectUrl" | "argv"> = {},
  ): Promise<TestedCluster> {
    const url = await postgres.database();
    const names = ["north", "south", "west"];
    return new TestedCluster(
      url,
      await Promise.all(names.map((name) => TestedNode.start({ postgres, url, name, ...options }))),
    );
  }

  /** One of the nodes, any other one for the next number. */
  node(index: number): TestedNode {
    const node = this.nodes[index % this.nodes.length];
    if (node === undefined) {
      throw new Error("a cluster has nodes");
    }
    return node;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.nodes.map((node) => node[Symbol.asyncDispose]()));
  }
}
