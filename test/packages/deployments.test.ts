import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { settings } from "../../src/config/settings.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { composeFile, deployedPod, kubernetesObjects, podTemplate } from "./deployment-files.ts";
import { dockerfileStages, only, packagingDirectory, variables } from "./dockerfile.ts";

const image = (await dockerfileStages()).at(-1) ?? [];
const port = Number(settings.port.fallback);
/** The most time that the server takes to stop (docs/operations.md#first-start). */
const stopSeconds = 15;
const objects = await kubernetesObjects();
const { template, container } = await podTemplate();
const spec = template.spec;
const { services, volumes } = await composeFile();
const { gatehouse } = services;
const [uid, gid] = only(image, "USER").split(":").map(Number);

describe("packaging/kubernetes.yaml", () => {
  test("is a claim, a deployment and a service that belong together", () => {
    const kinds = objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`);
    expect(kinds).toEqual(["v1 PersistentVolumeClaim", "apps/v1 Deployment", "v1 Service"]);
    const [claim, deployment, service] = objects;
    const labels = template.metadata.labels;
    expect(objects.map((object) => object.metadata.labels)).toEqual([labels, labels, labels]);
    expect(deployment?.spec.selector?.matchLabels).toEqual(labels);
    expect(service?.spec.selector).toEqual(labels);
    expect(service?.spec.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    expect(container.ports).toEqual([{ name: "http", containerPort: port }]);
    expect(spec.volumes.map((volume) => volume.persistentVolumeClaim.claimName)).toEqual([
      claim?.metadata.name ?? "",
    ]);
  });

  test("there is never a second process on the data directory", () => {
    expect(objects[1]?.spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
    expect(objects[0]?.spec.accessModes).toEqual(["ReadWriteOnce"]);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
  });

  test("it runs as the user of the image, without rights that it does not need", () => {
    expect(spec.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: uid ?? 0,
      runAsGroup: gid ?? 0,
      fsGroup: gid ?? 0,
      fsGroupChangePolicy: "OnRootMismatch",
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(container.resources.limits).toHaveProperty("memory");
  });

  test("the probes are the server's, and wait longer than its own checks", () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const get = (path: string) => ({ path, port: "http" });
    expect(startupProbe.httpGet).toEqual(get("/healthz"));
    expect(livenessProbe.httpGet).toEqual(get("/healthz"));
    expect(readinessProbe.httpGet).toEqual(get("/readyz"));
    // A disk that does not answer is noticed after 3 seconds.
    expect(readinessProbe.timeoutSeconds).toBeGreaterThan(3);
  });

  test("its variables are settings of the server, and its data is inside the volume", async () => {
    const pod = await deployedPod();
    expect(spec.enableServiceLinks).toBe(false);
    const config = loadConfig([], { ...variables(image), ...pod.variables });
    expect(config).toMatchObject({ mode: "hosted", host: "0.0.0.0" });
    expect(config.dataDirectory).toStartWith(`${pod.volume}/`);
    const links = { GATEHOUSE_PORT: "tcp://10.0.0.1:80" };
    expect(() => loadConfig([], { ...variables(image), ...links })).toThrow();
  });
});

describe("packaging/compose.yaml", () => {
  test("builds the image of packaging/Dockerfile", () => {
    const context = join(packagingDirectory, gatehouse.build.context);
    expect(existsSync(join(context, "package.json"))).toBe(true);
    expect(join(context, gatehouse.build.dockerfile)).toBe(join(packagingDirectory, "Dockerfile"));
  });

  test("listens for this machine only, and keeps the data in a volume", () => {
    expect(gatehouse.ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(gatehouse.volumes).toEqual([`data:${only(image, "VOLUME")}`]);
    expect(volumes).toHaveProperty("data");
    expect(Number.parseInt(gatehouse.stop_grace_period, 10)).toBeGreaterThan(stopSeconds);
  });

  test("has no rights that the server does not need", () => {
    expect(gatehouse).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  test("its variables are settings; one that the caller has not set is empty", () => {
    const set = Object.entries(gatehouse.environment).map(
      ([name, value]) => [name, value.replace(/^\$\{\w+:-\}$/, "")] as const,
    );
    expect(loadConfig([], { ...variables(image), ...Object.fromEntries(set) })).toMatchObject({
      mode: "hosted",
    });
  });
});
