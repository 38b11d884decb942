import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { EventReader } from "../helpers/event-reader.ts";
import { freePort } from "../helpers/free-port.ts";
import { isPostgresMissing, PostgresServer } from "../helpers/postgres-server.ts";
import { eventually } from "../replication/replica/replica-processes.ts";
import { composeVariables, podTemplate, podVariables } from "./deployment-files.ts";
import { dockerfileStages, numbersOf, packagingDirectory, variables } from "./dockerfile.ts";
import { isInstalled } from "./proxy-process.ts";

const image = (await dockerfileStages()).at(-1) ?? [];
const isCaddyMissing = !isInstalled("caddy") && process.env.CI !== "true";
const names = ["gatehouse-1", "gatehouse-2", "gatehouse-3"];
const token = "a-token-of-the-cluster";
const key = Buffer.alloc(32, 7).toString("base64");
/** Clients whose addresses the balancer spreads over all servers. */
const clients = Array.from({ length: 12 }, (_, index) => `127.0.0.${index + 2}`);

/** The variables of a container, whose files are in a directory of the test. */
function inDirectory(given: Readonly<Record<string, string>>, path: string, directory: string) {
  return Object.fromEntries(
    Object.entries({ ...variables(image), ...given }).map(([name, value]) => [
      name,
      value.replace(path, directory),
    ]),
  );
}

async function writeSecrets(directory: string, secrets: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(secrets)) {
    await Bun.write(join(directory, name), text);
  }
}

function startAsImage(data: string, given: Readonly<Record<string, string>>) {
  const command = image.find(({ name }) => name === "CMD");
  expect(numbersOf(command?.text ?? "[]")).toEqual(["serve"]);
  const loopback = { GATEHOUSE_HOST: "127.0.0.1", GATEHOUSE_LOG_LEVEL: "error" };
  return ServerProcess.run(testedProgram, ["--port", "0"], data, {
    variables: { ...given, ...loopback },
  });
}

describe.skipIf(isPostgresMissing || isCaddyMissing)("the servers of compose-cluster.yaml", () => {
  let directory: TemporaryDirectory;
  let postgres: PostgresServer;
  let servers: readonly ServerProcess[] = [];
  let caddy: Bun.Subprocess | undefined;
  let site = "";

  beforeAll(async () => {
    directory = new TemporaryDirectory();
    chmodSync(directory.path, 0o755);
    postgres = await PostgresServer.start();
    const url = await postgres.database();
    await writeSecrets(directory.path, { "database-url": url, "webhook-key": key });
    servers = await Promise.all(
      names.map(async (name) => {
        const given = { ...(await composeVariables(name)), GATEHOUSE_TOKEN: token };
        const own = inDirectory(given, "/run/secrets", directory.path);
        return startAsImage(join(directory.path, name), {
          ...own,
          GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
        });
      }),
    );
    site = `https://localhost:${await freePort()}`;
    caddy = await startCaddy();
  });
  afterAll(async () => {
    caddy?.kill("SIGTERM");
    await caddy?.exited;
    for (const server of servers) {
      server[Symbol.dispose]();
    }
    await postgres?.stop();
    directory?.[Symbol.dispose]();
  });

  /** The file as it is, but for the addresses of the servers. */
  async function startCaddy(): Promise<Bun.Subprocess> {
    const text = await Bun.file(join(packagingDirectory, "cluster.Caddyfile")).text();
    const adapted = names.reduce(
      (file, name, index) => file.replace(`${name}:8080`, new URL(servers[index]?.url ?? "").host),
      text,
    );
    const file = join(directory.path, "Caddyfile");
    await Bun.write(
      file,
      `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${await freePort()}\n}\n${adapted}`,
    );
    const child = Bun.spawn(["caddy", "run", "--adapter", "caddyfile", "--config", file], {
      env: { PATH: process.env.PATH ?? "", HOME: directory.path, GATEHOUSE_SITE: site },
      stdio: ["ignore", "ignore", Bun.file(join(directory.path, "caddy-log"))],
    });
    await eventually(async () => {
      expect(child.exitCode).toBeNull();
      return (await request("/adapter/features").catch(() => undefined))?.status === 200;
    });
    return child;
  }

  function request(path: string, init: BunFetchRequestInit = {}): Promise<Response> {
    return fetch(site + path, {
      ...init,
      headers: { "flipper-cloud-token": token, "content-type": "application/json" },
      tls: { rejectUnauthorized: false },
    });
  }

  /** The statuses of a request of each client. */
  async function statuses(path: string): Promise<Set<string>> {
    const asked = clients.map(async (client) => {
      const sent = ["--interface", client, "--header", `flipper-cloud-token: ${token}`];
      const shown = ["--silent", "--insecure", "--output", "/dev/null", "-w", "%{http_code}"];
      return Bun.$`curl ${sent} ${shown} ${site}${path}`.nothrow().text();
    });
    return new Set(await Promise.all(asked));
  }

  function healths(): Promise<readonly string[]> {
    return Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).text()));
  }

  async function enable(feature: string): Promise<number> {
    const path = `/adapter/features/${feature}/boolean`;
    return (await request(path, { method: "POST", body: "{}" })).status;
  }

  test("are reached through Caddy, but for what is private", async () => {
    expect(await enable("search")).toBe(200);
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect([path, (await request(path)).status]).toEqual([path, 404]);
      expect((await fetch((servers[0]?.url ?? "") + path)).status).toBe(200);
    }
    await eventually(async () => (await statuses("/adapter/features/search")).has("404") === false);
    expect(await statuses("/adapter/features/search")).toEqual(new Set(["200"]));
  });

  test("send the change stream through Caddy at once", async () => {
    const stream = new EventReader(await request("/adapter/stream"));
    expect(stream.status).toBe(200);
    expect(await stream.next()).toBe("retry: 1000");
    expect(await stream.next()).toEndWith(": open");
    for (const [index, { url }] of servers.entries()) {
      const key = `streamed-${index}`;
      const answer = await fetch(`${url}/adapter/features/${key}/boolean`, {
        method: "POST",
        headers: { "flipper-cloud-token": token },
      });
      expect(answer.status).toBe(200);
      expect(await stream.next()).toContain(key);
    }
    await stream.close();
  });

  test("answer all clients while the database is away", async () => {
    await postgres.stop();
    await eventually(async () => (await healths()).every((text) => text.includes('"degraded"')));
    // For more than one of Caddy's checks of each server.
    for (let round = 0; round < 20; round++) {
      expect(await statuses("/adapter/features/search")).toEqual(new Set(["200"]));
      await Bun.sleep(20);
    }
    await postgres.start();
    await eventually(async () => (await enable("recovered")) === 200);
    // The next test writes through servers that this write did not reach.
    await eventually(async () => !(await healths()).some((text) => text.includes('"degraded"')));
  }, 180_000);

  test("answer all clients when one of them is killed, and when a second one is", async () => {
    for (const server of servers.slice(0, 2)) {
      server.signal("SIGKILL");
      await server.ended();
      expect(await statuses("/adapter/features/search")).toEqual(new Set(["200"]));
      expect(await enable(`written-${server.url.length}`)).toBe(200);
    }
  }, 180_000);
});

describe.skipIf(isPostgresMissing)("the pod of kubernetes-cluster.yaml", () => {
  test("starts with its variables and secrets, and answers its probes", async () => {
    using directory = new TemporaryDirectory();
    const postgres = await PostgresServer.start({ tls: true });
    const { container } = await podTemplate("kubernetes-cluster.yaml");
    const url = new URL(await postgres.database());
    url.hostname = "localhost";
    url.searchParams.set("sslmode", "verify-full");
    await writeSecrets(directory.path, {
      "database-url": url.href,
      "database-ca": postgres.ca,
      "webhook-key": key,
    });
    const own = inDirectory(podVariables(container), "/secrets", directory.path);
    using server = await startAsImage(join(directory.path, "data"), own);
    for (const { httpGet } of [
      container.startupProbe,
      container.livenessProbe,
      container.readinessProbe,
    ]) {
      expect((await fetch(server.url + httpGet.path)).status).toBe(200);
      expect(container.ports.map(({ name }) => name)).toContain(httpGet.port);
    }
    const headers = { "flipper-cloud-token": own.GATEHOUSE_TOKEN ?? "" };
    expect((await fetch(`${server.url}/adapter/features`, { headers })).status).toBe(200);
    await postgres.stop();
  });
});
