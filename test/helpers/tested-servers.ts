import { testedProgram } from "../contract/server-process.ts";
import { startProgram } from "./executable.ts";
import { startReplicated } from "./replicated-servers.ts";
import type { ServersAsOne, ServersOptions } from "./servers-as-one.ts";
import { sendOverHttp } from "./service.ts";
import { startTwoNodes } from "./two-nodes.ts";

export interface TestedServers {
  readonly name: string;
  readonly start: (options: ServersOptions) => Promise<ServersAsOne>;
}

const servers: Readonly<Record<string, TestedServers>> = {
  executable: { name: "executable", start: startAlone },
  nodes: { name: "two servers on one database", start: startTwoNodes },
  replica: { name: "an origin and its replica", start: startReplicated },
};

const chosen = process.env.TESTED_SERVERS ?? "";

/** The servers that TESTED_SERVERS names: the conformance suites run on them, and on nothing else. */
export const testedServers = servers[chosen];

/** Whether the conformance suites run in this process, in all ways but the fetch handler. */
export const testsOtherHandlers = chosen === "handlers";

async function startAlone({ mode, flags, variables }: ServersOptions): Promise<ServersAsOne> {
  const running = await startProgram(testedProgram.argv, ["--mode", mode, ...flags], variables);
  return { at: (prefix) => sendOverHttp(running.url + prefix), stop: () => running.stop() };
}
