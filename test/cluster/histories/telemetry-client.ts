import type { Random } from "../../fuzz/random.ts";
import type { HistoryCluster } from "./history-cluster.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import { metricOfSlot, slotsPerBook } from "./slot-counts.ts";

const answerMsMax = 10_000;
const attemptsMax = 6;
const pauseMsMax = 80;

export interface TelemetryClientOptions {
  readonly cluster: HistoryCluster;
  readonly recorder: HistoryRecorder;
  readonly random: Random;
  /** Of the node at which it begins. */
  readonly index: number;
}

/** Submits telemetry, and sends a submission again at other nodes, or gives up. */
export class TelemetryClient {
  readonly #options: TelemetryClientOptions;
  readonly #name: string;
  #index: number;
  #books = 0;
  #book: string | null = null;
  #nextSlot = 0;

  constructor(options: TelemetryClientOptions) {
    this.#options = options;
    this.#index = options.index;
    this.#name = `telemetry-${options.index}`;
  }

  async submit(): Promise<void> {
    await Bun.sleep(1 + this.#options.random.below(pauseMsMax));
    if (this.#book === null) {
      await this.#openBook();
    } else {
      await this.#submitSlot(this.#book);
    }
  }

  /** Creates the feature of a book, which gets its submissions when it is there. */
  async #openBook(): Promise<void> {
    const book = `book-${this.#options.index}-${this.#books}`;
    const status = await this.#send("/features", { name: book });
    if (status === 200) {
      this.#book = book;
      this.#books++;
      this.#nextSlot = 0;
    } else {
      this.#index++;
    }
  }

  async #submitSlot(book: string): Promise<void> {
    const { cluster, recorder, random } = this.#options;
    const slot = this.#nextSlot++;
    if (this.#nextSlot === slotsPerBook) {
      this.#book = null;
    }
    const time = Math.floor(Date.now() / 1_000);
    const metric = { key: book, time, ...metricOfSlot(slot) };
    const body = { request_id: crypto.randomUUID(), enabled_metrics: [metric] };
    const start = performance.now();
    const attempts = 1 + random.below(attemptsMax);
    let outcome: "ok" | "unknown" = "unknown";
    for (let attempt = 0; attempt < attempts && outcome === "unknown"; attempt++) {
      if ((await this.#send("/telemetry", body)) === 202) {
        outcome = "ok";
      } else {
        this.#index++;
        await Bun.sleep(1 + random.below(pauseMsMax));
      }
    }
    const node = cluster.at(this.#index).name;
    const end = performance.now();
    recorder.submissions.push({ node, client: this.#name, book, slot, start, end, outcome });
  }

  async #send(path: string, body: unknown): Promise<number | undefined> {
    const { node } = this.#options.cluster.at(this.#index);
    const answer = await node.send(path, {
      method: "POST",
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMsMax),
    });
    const text = await answer?.text().catch(() => undefined);
    if (answer !== undefined && ![200, 202, 503].includes(answer.status)) {
      this.#options.recorder.surprises.push(`${path}: ${answer.status} ${text}`);
    }
    return text === undefined ? undefined : answer?.status;
  }
}
