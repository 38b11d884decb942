import { Elysia } from "elysia";
import { type Mountable, mountable } from "gatehouse-flags";
import {
  allowLongUrls,
  type Service,
  type ServiceOptions,
  sendOverHttp,
  type Target,
} from "./service.ts";
import { type TestedServers, testedServers, testsOtherHandlers } from "./tested-servers.ts";

const mountPath = "/flipper/api";

/** The plugin in an Elysia app, called without a network. */
const elysiaHandle: Target = {
  name: "Elysia.handle",
  async start(options) {
    const { api, stop } = mountOf(options);
    const app = new Elysia().use(api);
    return {
      send: async (path, init) =>
        app.handle(new Request(`http://localhost${mountPath}${path}`, init)),
      stop,
    };
  },
};

/** The plugin's fetch handler in a server without Elysia. */
const bunServe: Target = {
  name: "Bun.serve",
  async start(options) {
    const { api, stop } = mountOf(options);
    allowLongUrls();
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: api.handle });
    return {
      send: sendOverHttp(`http://127.0.0.1:${server.port}${mountPath}`),
      async stop() {
        await server.stop(true);
        await stop();
      },
    };
  },
};

function together({ name, start }: TestedServers): Target {
  return {
    name,
    async start(options): Promise<Service> {
      const servers = await start({ mode: "mountable", flags: flagsOf(options) });
      return { send: servers.at(mountPath), stop: () => servers.stop() };
    },
  };
}

/** How the mountable deployment runs in the conformance suites: in this process unless TESTED_SERVERS is set. */
export const mountableTargets: readonly Target[] = targets();

function targets(): readonly Target[] {
  if (testedServers !== undefined) {
    return [together(testedServers)];
  }
  return testsOtherHandlers ? [bunServe] : [elysiaHandle];
}

interface Mount {
  readonly api: Mountable;
  /** Rejects if the library reported a fault. */
  readonly stop: () => Promise<void>;
}

function mountOf({ groups = [], ...options }: ServiceOptions): Mount {
  const faults: unknown[] = [];
  const api = mountable({
    ...options,
    data: ":memory:",
    groups: Object.fromEntries(groups.map((name) => [name, () => false])),
    onFault: (error) => void faults.push(error),
  });
  return {
    api,
    async stop() {
      await api.close();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the library had faults");
      }
    },
  };
}

function flagsOf(options: ServiceOptions): string[] {
  const { groups = [], basicAuth, pollIntervalSeconds, allowedHosts = [] } = options;
  return [
    ...groups.flatMap((name) => ["--group", name]),
    ...allowedHosts.flatMap((name) => ["--allowed-host", name]),
    // Tests send the addresses of clients, as wrong credentials are limited for each of them.
    ...(basicAuth === undefined
      ? []
      : [
          ...["--basic-auth", `${basicAuth.user}:${basicAuth.password}`],
          ...["--trusted-proxy", "127.0.0.1"],
        ]),
    ...(pollIntervalSeconds === undefined ? [] : ["--poll-interval", String(pollIntervalSeconds)]),
  ];
}
