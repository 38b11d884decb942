import { BenchmarkError } from "../benchmark-error.ts";
import type { Gatehouse } from "../gatehouse.ts";
import { apiPrefix, authorized } from "../gatehouse.ts";
import { residentMebibytes } from "../processor-time.ts";
import { median } from "../statistics.ts";
import { environmentToken, type Sizes, scaleKey } from "./data-sizes.ts";

export interface Quantity {
  readonly name: string;
  readonly unit: "ms" | "MiB";
  /** Null if the executable does not have the route. */
  readonly value: number | null;
  /** The limit at scale 1 (docs/performance.md#promises); null without a promise. */
  readonly promisedMax: number | null;
}

const keysAsked = 20;
/** The default length of a page of audits. */
const auditsPerPage = 100;

/** Measures times and memory of a filled server. Each time is the median of several requests. */
export async function measureQuantities(
  gatehouse: Gatehouse,
  sizes: Sizes,
  startsMs: readonly number[],
): Promise<readonly Quantity[]> {
  const memory = (of: "now" | "highest") => residentMebibytes(gatehouse.pid)[of] ?? null;
  const atStart = memory("now");
  const step = Math.max(1, Math.floor(sizes.features / keysAsked));
  const keys = Array.from({ length: Math.min(keysAsked, sizes.features) }, (_, index) =>
    scaleKey(index * step),
  ).join(",");
  const lastPage = Math.max(1, Math.floor((sizes.audits * 0.4) / auditsPerPage));
  let writes = 0;
  const write = () =>
    send(gatehouse, `/features/${scaleKey(writes % sizes.features)}/percentage_of_actors`, {
      method: "POST",
      body: `percentage=${30 + (writes++ % 60)}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  const get = (path: string, headers = {}) => send(gatehouse, path, { headers });
  const deepAudits = `/audits?page=${lastPage}`;
  await expectFilled(gatehouse, deepAudits);
  const ms = { unit: "ms", promisedMax: null } as const;
  const mebibytes = { unit: "MiB", promisedMax: null } as const;
  return [
    { ...ms, name: "start to listening", value: median(startsMs), promisedMax: 1_000 },
    {
      ...ms,
      name: `first summary of ${keysAsked} keys`,
      value: await summary(1, gatehouse, keys, 7),
    },
    { ...ms, name: "gate write", value: await repeated(200, write) },
    { ...ms, name: "GET /features, warm", value: await repeated(30, () => get("/features")) },
    {
      ...ms,
      name: "GET /features, cold (after a write)",
      value: await repeated(10, () => get("/features"), write),
    },
    {
      ...ms,
      name: "GET /features, cold, gzip",
      value: await repeated(5, () => get("/features", { "accept-encoding": "gzip" }), write),
    },
    {
      ...ms,
      name: `actor check, ${keysAsked} keys`,
      value: await repeated(200, () => get(`/actors/User;1?keys=${keys}`)),
    },
    { ...ms, name: "audits, first page", value: await repeated(50, () => get("/audits")) },
    {
      ...ms,
      name: "audits, page in the middle",
      value: await repeated(50, () => get(deepAudits)),
    },
    {
      ...ms,
      name: "audits of one feature, first page",
      value: await repeated(50, () => get(`/audits?keys=${scaleKey(0)}`)),
    },
    {
      ...ms,
      name: `summary of ${keysAsked} keys, 7 days`,
      value: await summary(20, gatehouse, keys, 7),
      promisedMax: 100,
    },
    {
      ...ms,
      name: `summary of ${keysAsked} keys, 90 days`,
      value: await summary(20, gatehouse, keys, 90),
      promisedMax: 100,
    },
    {
      ...ms,
      name: "summary of all features, 90 days",
      value: await repeated(5, () =>
        send(gatehouse, "/telemetry/summary?days=90", { mayBeMissing: true }),
      ),
    },
    {
      ...ms,
      name: "GET /features, gzip, first in each environment",
      value: await everyEnvironment(gatehouse, sizes.environments),
    },
    { ...mebibytes, name: "memory after the start", value: atStart },
    { ...mebibytes, name: "memory after all of this", value: memory("now") },
    { ...mebibytes, name: "memory at its highest", value: memory("highest") },
  ];
}

/** Throws if the audits are missing, as an empty answer would be fast. */
async function expectFilled(gatehouse: Gatehouse, deepAudits: string): Promise<void> {
  const page = await gatehouse.json<{ audits: readonly unknown[] }>(deepAudits);
  if (page.audits.length !== auditsPerPage) {
    throw new BenchmarkError(`${deepAudits} has ${page.audits.length} audits`);
  }
}

/** The median time of `act` in milliseconds, without the time of `before`. */
async function repeated(
  times: number,
  act: () => Promise<number>,
  before?: () => Promise<unknown>,
): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    await before?.();
    const started = performance.now();
    await act();
    took.push(performance.now() - started);
  }
  return median(took);
}

/** Reads the list of every environment once, as if clients of all environments polled. */
async function everyEnvironment(gatehouse: Gatehouse, count: number): Promise<number> {
  let index = 0;
  return repeated(count, () => {
    const token = environmentToken(index++);
    const headers = { "flipper-cloud-token": token, "accept-encoding": "gzip" };
    return send(gatehouse, "/features", { headers });
  });
}

async function summary(
  times: number,
  gatehouse: Gatehouse,
  keys: string,
  days: number,
): Promise<number | null> {
  const path = `/telemetry/summary?days=${days}&keys=${keys}`;
  const status = { last: 200 };
  const took = await repeated(times, async () => {
    status.last = await send(gatehouse, path, { mayBeMissing: true });
    return status.last;
  });
  if (status.last === 404) {
    return null;
  }
  const { features } = await gatehouse.json<Summary>(path);
  const counted = features.filter((feature) => feature.summary.total > 0);
  if (counted.length !== keys.split(",").length) {
    throw new BenchmarkError(`${path} has counts of ${counted.length} features`);
  }
  return took;
}

interface Summary {
  readonly features: readonly { readonly summary: { readonly total: number } }[];
}

interface Sent {
  readonly method?: "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mayBeMissing?: boolean;
}

/** Sends a request on a keep-alive connection, reads the whole answer, and returns the status. */
async function send(gatehouse: Gatehouse, path: string, sent: Sent): Promise<number> {
  const { mayBeMissing, headers, ...init } = sent;
  const response = await fetch(gatehouse.origin + apiPrefix + path, {
    ...init,
    headers: { ...authorized, "accept-encoding": "identity", ...headers },
    decompress: false,
  });
  const body = await response.bytes();
  const isMissing = mayBeMissing === true && response.status === 404;
  if (response.status !== 200 && !isMissing) {
    const text = new TextDecoder().decode(body.subarray(0, 300));
    throw new BenchmarkError(`${path} was answered ${response.status}: ${text}`);
  }
  return response.status;
}
