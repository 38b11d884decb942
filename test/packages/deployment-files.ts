import { join } from "node:path";

const folder = join(import.meta.dir, "../../packaging");

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly timeoutSeconds?: number;
}

/** The parts of a Kubernetes container that the tests read. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly optional: boolean } };
  }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly resources: { readonly limits: object };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

/** The parts of a Kubernetes object that the tests read. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: object };
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: object;
    readonly accessModes?: readonly string[];
    readonly selector?: { readonly matchLabels?: object };
    readonly ports?: readonly {
      readonly name: string;
      readonly port: number;
      readonly targetPort: string;
    }[];
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly enableServiceLinks: boolean;
        readonly automountServiceAccountToken: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: {
          readonly runAsNonRoot: boolean;
          readonly runAsUser: number;
          readonly runAsGroup: number;
          readonly fsGroup: number;
          readonly fsGroupChangePolicy: string;
          readonly seccompProfile: object;
        };
        readonly containers: readonly Container[];
        readonly volumes: readonly {
          readonly persistentVolumeClaim: { readonly claimName: string };
        }[];
      };
    };
  };
}

/** The service of packaging/compose.yaml. */
export interface ComposeFile {
  readonly services: {
    readonly gatehouse: {
      readonly build: { readonly context: string; readonly dockerfile: string };
      readonly environment: Readonly<Record<string, string>>;
      readonly ports: readonly string[];
      readonly volumes: readonly string[];
      readonly stop_grace_period: string;
      readonly read_only: boolean;
      readonly cap_drop: readonly string[];
      readonly security_opt: readonly string[];
    };
  };
  readonly volumes: object;
}

async function parsed(name: string): Promise<unknown> {
  return Bun.YAML.parse(await Bun.file(join(folder, name)).text());
}

/** The objects of packaging/kubernetes.yaml. */
export async function kubernetesObjects(
  file = "kubernetes.yaml",
): Promise<readonly KubernetesObject[]> {
  return (await parsed(file)) as readonly KubernetesObject[];
}

export async function composeFile(): Promise<ComposeFile> {
  return (await parsed("compose.yaml")) as ComposeFile;
}

/** What a service of packaging/compose-cluster.yaml has, with what stands for variables that are not set. */
export async function composeVariables(service: string): Promise<Readonly<Record<string, string>>> {
  const { services } = (await parsed("compose-cluster.yaml")) as {
    readonly services: Readonly<
      Record<string, Pick<ComposeFile["services"]["gatehouse"], "environment">>
    >;
  };
  return Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(?<fallback>[^}]*)\}/, "$<fallback>"),
    ]),
  );
}

/** The command with which packaging/compose-cluster.yaml checks whether PostgreSQL is ready. */
export async function databaseCheck(): Promise<readonly string[]> {
  const { services } = (await parsed("compose-cluster.yaml")) as {
    readonly services: {
      readonly postgres: { readonly healthcheck: { readonly test: readonly string[] } };
    };
  };
  const [kind, ...command] = services.postgres.healthcheck.test;
  if (kind !== "CMD") {
    throw new Error("The check must be a command without a shell");
  }
  return command;
}

/** The template of the only pod of a file, packaging/kubernetes.yaml unless given, and its only container. */
export async function podTemplate(file?: string) {
  const deployment = (await kubernetesObjects(file)).find(({ kind }) => kind === "Deployment");
  const template = deployment?.spec.template;
  const [container, another] = template?.spec.containers ?? [];
  if (template === undefined || container === undefined || another !== undefined) {
    throw new Error("There must be one container");
  }
  return { template, container };
}

/** The variables of a container; those that the cluster sets have a value of the tests. */
export function podVariables({ env }: Container): Readonly<Record<string, string>> {
  return Object.fromEntries(env.map(({ name, value = "a-secret-of-the-tests" }) => [name, value]));
}

/** What a process in the pod has; secrets have a value of the tests. */
export async function deployedPod() {
  const { template, container } = await podTemplate();
  const { runAsUser, runAsGroup, fsGroup } = template.spec.securityContext;
  const variables = podVariables(container);
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  return {
    user: runAsUser,
    group: runAsGroup,
    volumeGroup: fsGroup,
    volume: container.volumeMounts[0]?.mountPath ?? "",
    variables,
    probes: probes.map(({ httpGet }) => httpGet.path),
  };
}
