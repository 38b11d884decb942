import { GuardCalls } from "./guard-calls.ts";
import type { KeyCountsAnswer, UnknownKeysAnswer } from "./messages/key-counts.ts";
import type {
  CountsCall,
  DismissCall,
  RelayAnswer,
  SummaryCall,
  UnknownKeysCall,
  WorkerCall,
} from "./messages/messages.ts";
import type { ReceivedSubmission } from "./messages/received-submission.ts";
import { packBatch } from "./messages/submission-batch.ts";

const decoder = new TextDecoder();

/** The requests to the worker, in addition to submissions of clients. */
export abstract class TelemetryCalls {
  /** The requests of guards. They wait for the first worker, because guards look at once at a start. */
  readonly guards = new GuardCalls(async (call) => {
    await this.ready;
    return decoder.decode(await this.callWorker(call));
  });

  /** Settles when the first worker has opened its database or failed. */
  protected abstract readonly ready: Promise<void>;

  /** Milliseconds since the epoch. */
  protected abstract readonly now: () => number;

  /** Resolves with the worker's answer. Throws `unavailable`. */
  protected abstract callWorker(call: WorkerCall): Promise<Uint8Array<ArrayBuffer>>;

  /** Feature objects of a summary as bytes of JSON, separated by commas. Throws `unavailable`. */
  summarize(request: Omit<SummaryCall, "kind">): Promise<Uint8Array<ArrayBuffer>> {
    return this.callWorker({ kind: "summary", ...request });
  }

  /** The counts of each key, or of all keys together. Throws `unavailable`. */
  async counts(request: Omit<CountsCall, "kind">): Promise<readonly KeyCountsAnswer[]> {
    return JSON.parse(decoder.decode(await this.callWorker({ kind: "counts", ...request })));
  }

  /** The unknown keys with counts. Throws `unavailable`. */
  async unknownKeys(request: Omit<UnknownKeysCall, "kind">): Promise<UnknownKeysAnswer> {
    return JSON.parse(decoder.decode(await this.callWorker({ kind: "unknown_keys", ...request })));
  }

  /** Deletes the counts of an unknown key. Throws `unavailable`. */
  async dismiss(request: Omit<DismissCall, "kind">): Promise<void> {
    await this.callWorker({ kind: "dismiss", ...request });
  }

  /** Counts a replica's submissions; see `RelayCall`. Throws `unavailable`. */
  async relay(spool: string, submissions: readonly ReceivedSubmission[]): Promise<number> {
    const batch = packBatch(submissions);
    const answer = await this.callWorker({ kind: "relay", spool, batch, now: this.now() });
    const { through }: RelayAnswer = JSON.parse(decoder.decode(answer));
    return through;
  }
}
