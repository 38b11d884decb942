import type { ReplicaClient } from "./replica-processes.ts";

export type Body = string | Uint8Array<ArrayBuffer>;

const json = { "content-type": "application/json" };

/** A submission with one metric, with a request id of its own. */
export function submission(key: string, value: number, more: Record<string, unknown> = {}): string {
  const time = Math.floor(Date.now() / 1_000);
  const metric = { key, time, result: true, value };
  return JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric], ...more });
}

export function submit(client: ReplicaClient, body: Body, headers = {}): Promise<Response> {
  return client.send("/telemetry", { method: "POST", body, headers: { ...json, ...headers } });
}

/** The evaluations that the origin has counted of a feature. */
export async function totalOf(client: ReplicaClient, key: string): Promise<number> {
  const text = await (await client.send(`/telemetry/summary?days=2&keys=${key}`)).text();
  return Number(/"summary":\{"total":(?<total>\d+)/.exec(text)?.groups?.total);
}
