import { startReplicated } from "./replicated-servers.ts";
import type { ServersAsOne, ServersOptions } from "./servers-as-one.ts";
import { startTwoNodes } from "./two-nodes.ts";

export interface TestedServers {
  readonly name: string;
  readonly start: (options: ServersOptions) => Promise<ServersAsOne>;
}

const all: Readonly<Record<string, TestedServers>> = {
  nodes: { name: "two servers on one database", start: startTwoNodes },
  replica: { name: "an origin and its replica", start: startReplicated },
};

/**
 * What TESTED_SERVERS names: the conformance suites run on several servers then, and on nothing else
 * (`make test-cluster`). Undefined without it.
 */
export const testedServers = all[process.env.TESTED_SERVERS ?? ""];
