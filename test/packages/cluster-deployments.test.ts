import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { loadConfig } from "../helpers/load-config.ts";
import {
  composeVariables,
  type KubernetesObject,
  podTemplate,
  podVariables,
} from "./deployment-files.ts";
import { dockerfileStages, only, packagingDirectory, variables } from "./dockerfile.ts";

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly secrets?: readonly string[];
  readonly stop_grace_period: string;
  readonly depends_on: object;
}

interface ClusterCompose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly Subnet[] } };
  };
}
interface Subnet {
  readonly subnet: string;
}

const text = (name: string) => Bun.file(join(packagingDirectory, name)).text();
const image = (await dockerfileStages()).at(-1) ?? [];
/** The most time that the server takes to stop (docs/operations.md#first-start). */
const stopSeconds = 15;
const serverNames = ["gatehouse-1", "gatehouse-2", "gatehouse-3"];

const compose = Bun.YAML.parse(await text("compose-cluster.yaml")) as ClusterCompose;
const objects = Bun.YAML.parse(
  await text("kubernetes-cluster.yaml"),
) as readonly KubernetesObject[];
const alone = await podTemplate();
const { template, container } = await podTemplate("kubernetes-cluster.yaml");

describe("packaging/compose-cluster.yaml", () => {
  const servers = serverNames.map((name) => ({ name, service: compose.services[name] }));

  test("has three servers that differ by name and volume only", () => {
    expect(Object.keys(compose.services).sort()).toEqual(["caddy", ...serverNames, "postgres"]);
    const shared = servers.map(({ service }) => ({
      ...service,
      environment: { ...service?.environment, GATEHOUSE_NODE: "" },
      volumes: [],
    }));
    expect(shared[1]).toEqual(shared[0]);
    expect(shared[2]).toEqual(shared[0]);
    expect(servers.map(({ service }) => service?.environment.GATEHOUSE_NODE)).toEqual(serverNames);
    const volumes = servers.flatMap(({ service }) => service?.volumes ?? []);
    expect(new Set(volumes).size).toBe(3);
    for (const volume of volumes) {
      expect(volume).toEndWith(`:${only(image, "VOLUME")}`);
      expect(compose.volumes).toHaveProperty(volume.split(":")[0] ?? "");
    }
    const [first] = servers;
    expect(Number.parseInt(first?.service?.stop_grace_period ?? "", 10)).toBeGreaterThan(
      stopSeconds,
    );
    expect(first?.service?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  });

  test("its variables are settings, and secrets are files", async () => {
    const { secrets = [] } = servers[0]?.service ?? {};
    const set = await composeVariables("gatehouse-1");
    expect(loadConfig([], { ...variables(image), ...set })).toMatchObject({
      mode: "hosted",
      publicUrl: "https://localhost",
      database: { node: "gatehouse-1", source: { file: `/run/secrets/${secrets[0]}` } },
    });
    expect(set.GATEHOUSE_TRUSTED_PROXY).toBe(compose.networks.default.ipam.config[0]?.subnet ?? "");
    const used = Object.values(compose.services).flatMap((service) => service.secrets ?? []);
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(JSON.stringify(compose.services)).not.toMatch(/postgres:\/\/|PASSWORD":/);
  });

  test("only Caddy is reached from outside, and it asks all servers", async () => {
    const reached = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(reached.map(([name]) => name)).toEqual(["caddy"]);
    const caddyfile = await text("cluster.Caddyfile");
    expect(compose.services.caddy?.volumes[0]).toStartWith("./cluster.Caddyfile:");
    const asked = /reverse_proxy (?<names>.*) \{/.exec(caddyfile)?.groups?.names?.split(" ");
    expect(asked).toEqual(serverNames.map((name) => `${name}:8080`));
    expect(caddyfile).toContain("health_uri /readyz");
  });
});

const caddy = Bun.which("caddy");

test.skipIf(caddy === null && process.env.CI !== "true")("Caddy accepts its file", () => {
  const file = join(packagingDirectory, "cluster.Caddyfile");
  const words = ["validate", "--adapter", "caddyfile", "--config", file];
  const { exitCode, stderr } = Bun.spawnSync([caddy ?? "caddy", ...words]);
  expect([exitCode, stderr.toString()]).toEqual([0, expect.stringContaining("config")]);
});

describe("packaging/kubernetes-cluster.yaml", () => {
  test("is a deployment of three, a budget and a service that belong together", () => {
    const kinds = objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
    expect(kinds).toEqual(["apps/v1 Deployment", "policy/v1 PodDisruptionBudget", "v1 Service"]);
    const { labels } = template.metadata;
    expect(objects.map(({ metadata }) => metadata.labels)).toEqual([labels, labels, labels]);
    const [deployment, budget, service] = objects;
    expect(deployment?.spec).toMatchObject({ replicas: 3, selector: { matchLabels: labels } });
    expect(budget?.spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: labels } });
    expect(service?.spec.selector).toEqual(labels);
  });

  test("an upgrade starts a new server before it ends an old one", () => {
    expect(objects[0]?.spec.strategy).toEqual({
      type: "RollingUpdate",
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
  });

  test("its rights and probes are those of a single server", () => {
    expect(template.spec.securityContext).toEqual(alone.template.spec.securityContext);
    expect(template.spec.automountServiceAccountToken).toBe(false);
    expect(template.spec.enableServiceLinks).toBe(false);
    for (const part of [
      "securityContext",
      "startupProbe",
      "livenessProbe",
      "readinessProbe",
    ] as const) {
      expect(container[part]).toEqual(alone.container[part]);
    }
  });

  test("its variables are settings, and secrets are in mounted files or in the secret", () => {
    const config = loadConfig([], { ...variables(image), ...podVariables(container) });
    expect(config).toMatchObject({
      mode: "hosted",
      dataDirectory: "/data/gatehouse",
      database: {
        source: { file: "/secrets/database-url" },
        caFile: "/secrets/database-ca",
        node: "a-secret-of-the-tests",
      },
    });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/data", "/secrets"]);
  });
});
