import { Random } from "../../fuzz/random.ts";
import type { TestedNode } from "../cluster-nodes.ts";
import type { HistoryCluster } from "./history-cluster.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { RecordedWrite } from "./recorded-history.ts";
import { TelemetryClient } from "./telemetry-client.ts";

export const registerKeys: readonly string[] = [0, 1, 2, 3, 4].map((index) => `register-${index}`);

/** All registers in one answer. */
export const listPath = `/features?keys=${registerKeys.join(",")}`;
const missingStatus = 404;
const answerMsMax = 20_000;
const writersPerNode = 2;
const readersPerNode = 2;
const writePauseMsMax = 40;
const readPauseMsMax = 25;

export interface HistoryClientOptions {
  readonly cluster: HistoryCluster;
  readonly recorder: HistoryRecorder;
  readonly seed: number;
}

/** Clients that write, read and submit, each at one node, until they are stopped. */
export class HistoryClients {
  readonly #options: HistoryClientOptions;
  #isRunning = false;
  #lastWrite = 0;
  #working: Promise<unknown> = Promise.resolve();

  constructor(options: HistoryClientOptions) {
    this.#options = options;
  }

  start(): void {
    const { cluster, recorder, seed } = this.#options;
    this.#isRunning = true;
    const random = new Random(seed);
    const repeat = (name: string, pauseMsMax: number, work: () => Promise<void>) =>
      this.#repeat(name, new Random(random.below(2 ** 31)), { pauseMsMax, work });
    this.#working = Promise.all(
      cluster.nodes.flatMap(({ name, node }, index) => [
        ...Array.from({ length: writersPerNode }, (_, number) => {
          const client = `${name}-writer-${number}`;
          const own = new Random(random.below(2 ** 31));
          return repeat(client, writePauseMsMax, () =>
            this.#write({ client, name, node, key: own.pick(registerKeys) }),
          );
        }),
        ...Array.from({ length: readersPerNode }, (_, number) => {
          const client = `${name}-reader-${number}`;
          const own = new Random(random.below(2 ** 31));
          return repeat(client, readPauseMsMax, () =>
            this.#read({ client, name, node, key: own.oneIn(2) ? own.pick(registerKeys) : null }),
          );
        }),
        this.#submitting(index, new Random(random.below(2 ** 31))),
      ]),
    );
    // A failure must not be unhandled before `stop` reports it.
    this.#working.catch((error: unknown) => recorder.surprises.push(String(error)));
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#working;
  }

  async #submitting(index: number, random: Random): Promise<void> {
    const { cluster, recorder } = this.#options;
    const client = new TelemetryClient({ cluster, recorder, random, index });
    while (this.#isRunning) {
      await client.submit();
    }
  }

  async #repeat(
    name: string,
    random: Random,
    { pauseMsMax, work }: { readonly pauseMsMax: number; readonly work: () => Promise<void> },
  ): Promise<void> {
    while (this.#isRunning) {
      await Bun.sleep(1 + random.below(pauseMsMax));
      try {
        await work();
      } catch (error) {
        throw new Error(`${name}: ${error}`);
      }
    }
  }

  async #write({ client, name, node, key }: Target & { readonly key: string }): Promise<void> {
    if (node.server === undefined) {
      return;
    }
    const value = `w${++this.#lastWrite}`;
    const start = performance.now();
    const answer = await asked(node, `/features/${key}/expression`, {
      method: "POST",
      body: JSON.stringify({ Equal: [{ Property: ["p"] }, value] }),
      // The client must not send a write again on another connection.
      keepalive: false,
    });
    const end = performance.now();
    const outcome = outcomeOf(answer);
    this.#options.recorder.writes.push({ node: name, client, key, value, start, end, outcome });
    this.#expectKnown(answer);
  }

  async #read({ client, name, node, key }: Target & { readonly key: string | null }) {
    if (node.server === undefined) {
      return;
    }
    const start = performance.now();
    const answer = await asked(node, key === null ? listPath : `/features/${key}`, {});
    const end = performance.now();
    const isMissing = key !== null && answer?.status === missingStatus;
    const outcome = isMissing ? "ok" : outcomeOf(answer);
    const keys = key === null ? registerKeys : [key];
    const values = outcome === "ok" ? valuesOf(answer?.text ?? "", keys) : [];
    this.#options.recorder.reads.push({ node: name, client, values, start, end, outcome });
    if (!isMissing) {
      this.#expectKnown(answer);
    }
  }

  #expectKnown(answer: Answer | undefined): void {
    if (answer !== undefined && answer.status !== 200 && answer.status !== 503) {
      this.#options.recorder.surprises.push(`${answer.status} ${answer.text}`);
    }
  }
}

interface Target {
  readonly client: string;
  readonly name: string;
  readonly node: TestedNode;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Undefined unless the whole answer came. */
async function asked(
  node: TestedNode,
  path: string,
  init: RequestInit,
): Promise<Answer | undefined> {
  const answer = await node.send(path, { ...init, signal: AbortSignal.timeout(answerMsMax) });
  const text = await answer?.text().catch(() => undefined);
  return answer === undefined || text === undefined ? undefined : { status: answer.status, text };
}

function outcomeOf(answer: Answer | undefined): RecordedWrite["outcome"] {
  if (answer === undefined || answer.text.includes("not known yet")) {
    return "unknown";
  }
  return answer.status === 200 ? "ok" : "refused";
}

/** The values of registers in an answer, of one feature or of a list; null for missing ones. */
export function valuesOf(
  text: string,
  keys: readonly string[],
): readonly (readonly [key: string, value: string | null])[] {
  const answer: Feature & { readonly features?: readonly Feature[] } = JSON.parse(text);
  const features = answer.features ?? [answer];
  return keys.map((key) => [key, valueIn(features.find((feature) => feature.key === key) ?? null)]);
}

/** The value in an expression that a client wrote. */
export function valueIn(expression: unknown): string | null {
  return /"(?<value>w\d+)"/.exec(JSON.stringify(expression))?.groups?.value ?? null;
}

interface Feature {
  readonly key: string;
}
