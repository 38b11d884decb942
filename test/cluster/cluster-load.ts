import { expect } from "bun:test";
import { SQL } from "bun";
import { FeatureListModel } from "../../src/api/flipper/features/feature-model.ts";
import { modelled } from "../helpers/modelled.ts";
import type { TestedCluster, TestedNode } from "./cluster-nodes.ts";

const clientCount = 4;
const agreeMs = 60_000;
const clientPauseMs = 2;

/** A submission that was not acknowledged is sent again unchanged, as clients do. */
interface Submission {
  readonly body: string;
  readonly value: number;
}

/** What one client has sent, and what it was answered. */
interface Client {
  readonly key: string;
  readonly kept: Set<string>;
  readonly refused: Set<string>;
  readonly unknown: Set<string>;
  refusedWhileServing: number;
  sent: number;
  pending: Submission | null;
  counted: number;
}

/**
 * Clients that change gates and submit telemetry, each at a node until that gives no answer.
 * In the end everything that was answered as done must be there once, and nothing that was refused.
 */
export class ClusterLoad {
  readonly #cluster: TestedCluster;
  readonly #clients: readonly Client[];
  #isRunning = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(cluster: TestedCluster) {
    this.#cluster = cluster;
    this.#clients = Array.from({ length: clientCount }, (_, index) => newClient(`client-${index}`));
  }

  get keptCount(): number {
    return this.#clients.reduce((sum, { kept }) => sum + kept.size, 0);
  }

  /** The changes that were refused, or not answered, by servers that were not told to stop. */
  get refusedWhileServing(): number {
    return this.#clients.reduce((sum, client) => sum + client.refusedWhileServing, 0);
  }

  start(): void {
    this.#isRunning = true;
    this.#working = Promise.all(
      this.#clients.flatMap((client, index) => [
        this.#repeat(index, (node) => write(node, client)),
        this.#repeat(index + 1, (node) => submit(node, client)),
      ]),
    );
  }

  /** Resolves when changes have been kept since now, however long an outage takes. */
  async progress(changes = 40): Promise<void> {
    const aim = this.keptCount + changes;
    const until = performance.now() + agreeMs;
    while (this.keptCount < aim) {
      expect(performance.now()).toBeLessThan(until);
      await Bun.sleep(5);
    }
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#working;
  }

  /** Expects that all nodes run, agree, and have exactly what was answered as done. */
  async expectWhole(): Promise<void> {
    await this.stop();
    for (const client of this.#clients) {
      await this.#finish(client);
    }
    const [first = "", ...others] = await this.#agreed();
    expect(others).toEqual(others.map(() => first));
    for (const client of this.#clients) {
      expectActors(first, client);
    }
    await expectAudits(this.#cluster.url, this.#clients);
    for (const node of this.#cluster.nodes) {
      for (const { key, counted } of this.#clients) {
        expect([key, await totalOf(node, key)]).toEqual([key, counted]);
      }
    }
    expect(this.keptCount).toBeGreaterThan(0);
  }

  async #repeat(first: number, work: (node: TestedNode) => Promise<boolean>): Promise<void> {
    let index = first;
    while (this.#isRunning) {
      const node = this.#cluster.node(index);
      // A balancer sends nothing more to a server that was told to stop.
      if (!(await work(node)) || !node.isServing) {
        index++;
      }
      await Bun.sleep(clientPauseMs);
    }
  }

  async #finish(client: Client): Promise<void> {
    const until = performance.now() + agreeMs;
    for (let index = 0; client.pending !== null; index++) {
      expect(performance.now()).toBeLessThan(until);
      await submit(this.#cluster.node(index), client);
      await Bun.sleep(clientPauseMs);
    }
  }

  /** The features of each node as soon as they are the same, or after some time. */
  async #agreed(): Promise<readonly string[]> {
    const until = performance.now() + agreeMs;
    for (;;) {
      const texts = await Promise.all(this.#cluster.nodes.map(featuresOf));
      if (new Set(texts).size === 1 || performance.now() > until) {
        return texts;
      }
      await Bun.sleep(20);
    }
  }
}

function newClient(key: string): Client {
  return {
    key,
    kept: new Set(),
    refused: new Set(),
    unknown: new Set(),
    refusedWhileServing: 0,
    sent: 0,
    pending: null,
    counted: 0,
  };
}

/** Adds an actor that was never sent before; false if another node is to be used. */
async function write(node: TestedNode, client: Client): Promise<boolean> {
  client.sent++;
  const actor = String(client.sent);
  const answer = await node.send(`/features/${client.key}/actors`, {
    method: "POST",
    body: JSON.stringify({ flipper_id: actor }),
    signal: AbortSignal.timeout(agreeMs),
  });
  const text = await answer?.text().catch(() => undefined);
  if (answer?.status === 200) {
    client.kept.add(actor);
    return true;
  }
  if (node.isServing) {
    client.refusedWhileServing++;
  }
  const isKnown = answer !== undefined && text !== undefined && !text.includes("not known yet");
  (isKnown ? client.refused : client.unknown).add(actor);
  expect([503, undefined]).toContain(answer?.status);
  return false;
}

/** False if another node is to be used. */
async function submit(node: TestedNode, client: Client): Promise<boolean> {
  client.pending ??= newSubmission(client.key);
  const { body, value } = client.pending;
  const signal = AbortSignal.timeout(agreeMs);
  const answer = await node.send("/telemetry", { method: "POST", body, signal });
  expect([202, 503, undefined]).toContain(answer?.status);
  if (answer?.status !== 202) {
    return false;
  }
  client.counted += value;
  client.pending = null;
  return true;
}

function newSubmission(key: string): Submission {
  const value = 1 + Math.floor(Math.random() * 9);
  const metric = { key, time: Math.floor(Date.now() / 1_000), result: value % 2 === 0, value };
  const body = JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] });
  return { body, value };
}

async function featuresOf(node: TestedNode): Promise<string> {
  const answer = await node.send("/features");
  return answer === undefined
    ? "no answer"
    : `${answer.status} ${answer.headers.get("etag")} ${await answer.text()}`;
}

function expectActors(features: string, { key, kept, refused, sent }: Client): void {
  const list = modelled(FeatureListModel, JSON.parse(features.slice(features.indexOf("{"))));
  const own = list.features.find((feature) => feature.key === key);
  const gate = own?.gates?.find(({ name }) => name === "actor");
  const actors = new Set(Array.isArray(gate?.value) ? gate.value : []);
  expect([...kept].filter((actor) => !actors.has(actor))).toEqual([]);
  expect([...refused].filter((actor) => actors.has(actor))).toEqual([]);
  expect(actors.size).toBeLessThanOrEqual(sent);
}

/** One audit for each change that is kept, numbered without a gap. */
async function expectAudits(url: string, clients: readonly Client[]): Promise<void> {
  await using sql = new SQL(url, { max: 1 });
  const [row] = await sql`
    select count(*)::integer as count, count(distinct sequence)::integer as numbers,
      max(sequence)::integer as last from audits where environment_id = 1`;
  expect(row).toEqual({ count: row.last, numbers: row.last, last: row.last });
  for (const { key, kept } of clients) {
    const rows = await sql`
      select value from audits where environment_id = 1 and feature_key = ${key} and value is not null`;
    const values = rows.map(({ value }: { readonly value: string }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect([...kept].filter((actor) => !values.includes(actor))).toEqual([]);
  }
}

async function totalOf(node: TestedNode, key: string): Promise<number> {
  const answer = await node.send(`/telemetry/summary?days=2&keys=${key}`);
  const text = (await answer?.text()) ?? "";
  return Number(/"summary":\{"total":(?<total>\d+)/.exec(text)?.groups?.total);
}
