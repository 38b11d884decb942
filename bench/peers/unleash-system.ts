import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPostgresMissing } from "../../test/helpers/postgres-server.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import { featureCount, featureKey, keyLength } from "../benchmark-features.ts";
import type { RequestPattern } from "../load/request-pattern.ts";
import { always, checkedKey, checkOne, evaluateAll, listFeatures } from "./peer-questions.ts";
import type { PeerQuestion, PeerSystem, PeerView } from "./peer-system.ts";
import { environment, unleashMetrics } from "./unleash-import.ts";
import {
  adminToken,
  backendToken,
  frontendToken,
  nodePath,
  postmasterPid,
  proxyKey,
  startUnleashServers,
} from "./unleash-servers.ts";

const json = { "content-type": "application/json" };
/** What follows `/o` in the path that toggles a feature. Both have the same length. */
const turns = ["ff?", "n?="] as const;

/** Of an application that submits counts. */
const instances = ["instance-1", "instance-2", "instance-3", "instance-4"] as const;

/** Unleash on PostgreSQL, and its proxy. */
export const unleashSystem: PeerSystem = {
  name: "unleash",
  views: ["Unleash", "Unleash proxy"],
  missing({ packages }) {
    if (!existsSync(nodePath(packages))) {
      return "npm has no Node.js for this kind of processor";
    }
    return isPostgresMissing ? "PostgreSQL is not installed" : undefined;
  },
  async start(tools) {
    const { postgres, server, proxy } = await startUnleashServers(tools);
    return {
      programs: programsOf(tools.packages, await postgresVersion(postgres.directory)),
      pids: [server.pid, proxy.pid, postmasterPid(postgres)],
      views: [await serverView(server.origin), await proxyView(proxy.origin)],
      stop: async () => {
        await proxy.stop();
        await server.stop();
        await postgres.stop();
      },
    };
  },
};

function programsOf(packages: string, postgres: string): string {
  const versionOf = (name: string) => {
    const manifest: { readonly version: string } = JSON.parse(
      readFileSync(join(packages, name, "package.json"), "utf8"),
    );
    return manifest.version;
  };
  const node = versionOf(`node-linux-${process.arch}`);
  return `Unleash ${versionOf("unleash-server")} and its proxy ${versionOf("@unleash/proxy")} (Node.js ${node}, PostgreSQL ${postgres})`;
}

async function postgresVersion(directory: string): Promise<string> {
  return (await Bun.file(join(directory, "data", "PG_VERSION")).text()).trim();
}

async function serverView(origin: string): Promise<PeerView> {
  const backend = { authorization: backendToken };
  return {
    name: "Unleash",
    questions: {
      list: await listFeatures(origin, "/api/client/features", backend, featureNames),
      all: evaluateAll({
        origin,
        request: (actor) => get(`/api/frontend?userId=${actor}`, frontendToken),
        results: toggleResults,
        hasEnabledOnly: true,
      }),
      change: environmentToggles(origin),
      telemetry: metrics(origin, "/api/client/metrics", backendToken),
    },
  };
}

async function proxyView(origin: string): Promise<PeerView> {
  const key = { authorization: proxyKey };
  return {
    name: "Unleash proxy",
    questions: {
      list: await listFeatures(origin, "/proxy/client/features", key, featureNames),
      all: evaluateAll({
        origin,
        request: (actor) => get(`/proxy/all?userId=${actor}`, proxyKey),
        results: toggleResults,
      }),
      one: checkOne({
        origin,
        request: (userId) => ({
          method: "POST",
          path: "/proxy",
          headers: { ...key, ...json },
          body: JSON.stringify({ context: { userId }, toggles: [checkedKey] }),
        }),
        results: toggleResults,
      }),
      telemetry: metrics(origin, "/proxy/client/metrics", proxyKey),
    },
  };
}

function get(path: string, authorization: string) {
  return { method: "GET", path, headers: { authorization }, body: "" } as const;
}

function featureNames(document: string): readonly string[] {
  const { features }: { readonly features: readonly { readonly name: string }[] } =
    JSON.parse(document);
  return features.map(({ name }) => name);
}

interface Toggles {
  readonly toggles: readonly { readonly name: string; readonly enabled: boolean }[];
}

function toggleResults(document: string): ReadonlyMap<string, boolean> {
  const { toggles }: Toggles = JSON.parse(document);
  return new Map(toggles.map(({ name, enabled }) => [name, enabled]));
}

/** Disables all features one after the other, then enables them, so that every write changes one. */
function environmentToggles(origin: string): PeerQuestion {
  const features = "/api/admin/projects/default/features";
  const pattern: RequestPattern = {
    method: "POST",
    headers: { authorization: adminToken },
    path: [`${features}/`, `/environments/${environment}/o`, ""],
    body: [],
    widths: [keyLength, turns[0].length],
    rows: turns
      .flatMap((turn) => Array.from({ length: featureCount }, (_, nth) => featureKey(nth) + turn))
      .join(""),
  };
  const url = `${origin}${features}/${featureKey(0)}/environments/${environment}`;
  return {
    origin,
    requests: always(pattern),
    check: async () => {
      for (const turn of turns) {
        await ask(`${url}/o${turn}`, adminToken, 200, { method: "POST" });
        const { enabled }: { readonly enabled: boolean } = JSON.parse(
          await ask(url, adminToken, 200),
        );
        if (enabled !== turn.startsWith("n")) {
          throw new BenchmarkError(`Unleash answered a toggle, but the feature is ${enabled}`);
        }
      }
    },
  };
}

function metrics(origin: string, path: string, authorization: string): PeerQuestion {
  const pieces = unleashMetrics();
  const body = pieces.join(instances[0]);
  const headers = { authorization, ...json };
  const status = path.startsWith("/api") ? 202 : 200;
  return {
    origin,
    requests: always({
      ...{ method: "POST", headers, path: [path], body: pieces },
      ...{ widths: [instances[0].length], rows: instances.join("") },
    }),
    check: async () => {
      await ask(origin + path, authorization, status, { method: "POST", headers: json, body });
    },
  };
}

/** As `sendRequest`, for answers that state no length. */
async function ask(
  url: string,
  authorization: string,
  status: number,
  init: { method?: "POST"; headers?: Readonly<Record<string, string>>; body?: string } = {},
): Promise<string> {
  const headers = { authorization, ...init.headers };
  const response = await fetch(url, { ...init, headers, redirect: "error" });
  const text = await response.text();
  if (response.status !== status) {
    throw new BenchmarkError(`${url} was answered ${response.status}: ${text.slice(0, 300)}`);
  }
  return text;
}
