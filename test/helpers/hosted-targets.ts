import { LocalWriter } from "../../src/app/writer/local-writer.ts";
import { hostedPrefix, startHosted } from "./hosted-server.ts";
import { rehearsingWriter } from "./rehearsing-writer.ts";
import {
  allowLongUrls,
  type Service,
  type ServiceOptions,
  sendOverHttp,
  type Target,
} from "./service.ts";
import { type TestedServers, testedServers, testsOtherHandlers } from "./tested-servers.ts";

/** A token of every target: Production, read and write, may manage preview environments. */
export const presetToken = "a-preset-token-of-tests";

/** The API's fetch handler, called without a network. */
const fetchHandler: Target = {
  name: "fetch handler",
  start: ({ pollIntervalSeconds }) =>
    startHosted({ token: presetToken, ...polling(pollIntervalSeconds) }),
};

/** As above, with every command run twice: commands may be run again (docs/internals.md#ideas). */
const rehearsed: Target = {
  name: "fetch handler, commands run twice",
  start: ({ pollIntervalSeconds }) =>
    startHosted({
      token: presetToken,
      openWriter: (options) => rehearsingWriter(new LocalWriter(options)),
      ...polling(pollIntervalSeconds),
    }),
};

const bunServe: Target = {
  name: "Bun.serve",
  async start({ pollIntervalSeconds }): Promise<Service> {
    const hosted = await startHosted({ token: presetToken, ...polling(pollIntervalSeconds) });
    allowLongUrls();
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: hosted.deployment.api.fetch,
    });
    return {
      send: sendOverHttp(`http://127.0.0.1:${server.port}${hostedPrefix}`),
      async stop() {
        await server.stop(true);
        await hosted.stop();
      },
    };
  },
};

function together({ name, start }: TestedServers): Target {
  return {
    name,
    async start(options): Promise<Service> {
      const variables = { GATEHOUSE_TOKEN: presetToken };
      const servers = await start({ mode: "hosted", flags: flagsOf(options), variables });
      return { send: servers.at(hostedPrefix), stop: () => servers.stop() };
    },
  };
}

/** How the hosted deployment runs in the conformance suites: in this process unless TESTED_SERVERS is set. */
export const hostedTargets: readonly Target[] = targets();

function targets(): readonly Target[] {
  if (testedServers !== undefined) {
    return [together(testedServers)];
  }
  return testsOtherHandlers ? [rehearsed, bunServe] : [fetchHandler];
}

function flagsOf({ pollIntervalSeconds }: ServiceOptions): string[] {
  return pollIntervalSeconds === undefined ? [] : ["--poll-interval", String(pollIntervalSeconds)];
}

function polling(pollIntervalSeconds: number | undefined) {
  return pollIntervalSeconds === undefined ? {} : { pollIntervalSeconds };
}
