import { join } from "node:path";
import type { SpooledSubmission } from "../../src/replication/primary/spooled-submission.ts";
import { TelemetrySpool } from "../../src/replication/replica/spool/telemetry-spool.ts";
import { TelemetryRelay } from "../../src/replication/replica/telemetry-relay.ts";
import { catalogOfState } from "../../src/telemetry/catalog-changes.ts";
import type { MessageFromWorker } from "../../src/telemetry/messages/messages.ts";
import { packBatch } from "../../src/telemetry/messages/submission-batch.ts";
import { defaultWorkerSettings } from "../../src/telemetry/messages/worker-settings.ts";
import { WorkerLoop } from "../../src/telemetry/worker/worker-loop.ts";
import { production, stateWith } from "../telemetry/telemetry-state.ts";
import type { VirtualDisk } from "./virtual-disk.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import { Violation, type VirtualWorld } from "./virtual-world.ts";

export const primaryFile = "telemetry.db";
export const spoolFile = "spool.db";
export const submissionsMax = 400;

export const catalogText = catalogOfState(
  stateWith({ features: Array.from({ length: submissionsMax }, (_, index) => keyOf(index)) }),
);

export interface ProcessOptions {
  readonly world: VirtualWorld;
  readonly disk: VirtualDisk;
  readonly process: VirtualProcess;
  readonly directory: string;
}

/** The key that only one submission counts. */
export function keyOf(submission: number): string {
  return `feature-${submission}`;
}

/** A submission that counts one evaluation of one key. */
export function submissionOf(submission: number): Uint8Array<ArrayBuffer> {
  const metric = {
    key: keyOf(submission),
    time: Math.floor(Date.now() / 1_000),
    result: true,
    value: 1,
  };
  return new TextEncoder().encode(
    JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] }),
  );
}

/** Where telemetry is counted: the worker of a primary with its database. */
export class CountingProcess {
  readonly #loop: WorkerLoop;
  readonly #world: VirtualWorld;
  readonly #calls = new Map<number, PromiseWithResolvers<number>>();
  readonly #submissions = new Map<number, PromiseWithResolvers<number>>();
  #lastId = 0;

  constructor({ world, directory }: ProcessOptions) {
    this.#world = world;
    this.#loop = new WorkerLoop((message) => this.#posted(message));
    this.#loop.receive({
      kind: "open",
      path: join(directory, primaryFile),
      isSuspect: false,
      settings: defaultWorkerSettings,
      catalog: catalogText,
      now: Date.now(),
    });
  }

  /** Resolves when a submission is counted. */
  submit(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const id = ++this.#lastId;
    const promised = Promise.withResolvers<number>();
    this.#submissions.set(id, promised);
    const submission = { id, environmentId: production, encoding: "identity", bytes } as const;
    this.#loop.receive({ kind: "submissions", batch: packBatch([submission]), now: Date.now() });
    return promised.promise;
  }

  /** Counts submissions of a replica; resolves with the last settled sequence. */
  relay(spool: string, submissions: readonly SpooledSubmission[]): Promise<number> {
    const id = ++this.#lastId;
    const promised = Promise.withResolvers<number>();
    this.#calls.set(id, promised);
    const batch = packBatch(submissions.map((each) => ({ ...each, id: each.sequence })));
    this.#loop.receive({
      kind: "call",
      id,
      call: { kind: "relay", spool, batch, now: Date.now() },
    });
    return promised.promise;
  }

  #posted(message: MessageFromWorker): void {
    switch (message.kind) {
      case "call_done": {
        const { through }: { through: number } = JSON.parse(new TextDecoder().decode(message.json));
        this.#calls.get(message.id)?.resolve(through);
        break;
      }
      case "call_failed":
        this.#calls.get(message.id)?.reject(new Error(message.reason));
        break;
      case "settled":
        for (const id of message.accepted) {
          this.#submissions.get(id)?.resolve(id);
        }
        for (const { id, message: reason } of message.refused) {
          this.#submissions.get(id)?.reject(new Error(reason));
        }
        break;
      case "open_failed":
      case "damaged":
      case "fault":
        this.#world.violate(new Violation(`telemetry: ${message.kind}: ${message.reason}`));
        break;
      default:
        break;
    }
  }
}

export interface ReplicaProcessOptions extends ProcessOptions {
  /** Sends a body of submissions to the primary, or to the replica between. */
  readonly send: (body: Uint8Array<ArrayBuffer>) => Promise<number>;
}

const fdatasyncMsMax = 30;

/** A replica's spool of telemetry, and the relay that empties it. */
export class ReplicaProcess {
  readonly spool: TelemetrySpool;

  constructor({ world, disk, directory, send }: ReplicaProcessOptions) {
    this.spool = new TelemetrySpool(join(directory, spoolFile), undefined, (path) => ({
      async synchronize() {
        const keep = disk.synchronizing(path);
        await Bun.sleep(world.random.below(fdatasyncMsMax));
        keep();
      },
      close: () => undefined,
    }));
    new TelemetryRelay({
      spool: this.spool,
      client: { relay: send },
      onChange: () => undefined,
    }).start();
  }

  async submit(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.spool.add({ environmentId: production, encoding: "identity", bytes });
  }
}

/** What a body of `relayBody` says. */
export function readRelayBody(body: Uint8Array): {
  readonly spool: string;
  readonly submissions: readonly SpooledSubmission[];
} {
  const [head = "{}", ...lines] = new TextDecoder().decode(body).split("\n");
  const { spool }: { spool: string } = JSON.parse(head);
  return {
    spool,
    submissions: lines.map((line) => {
      const { sequence, environment, encoding, body: text } = JSON.parse(line);
      const bytes = new Uint8Array(Buffer.from(text, "base64"));
      return { sequence, environmentId: environment, encoding, bytes };
    }),
  };
}
