import type { ChildProcesses } from "../child-processes.ts";
import type { Gatehouse, Launch } from "../gatehouse.ts";
import type { HostileAnswer } from "./hostile-client.ts";

/** A load that one client with few rights, or with a normal token, can cause (docs/performance.md#hostile-load). */
export interface Attack {
  readonly name: string;
  /** How to start the server, where it differs. Throws `NotMeasurable` if the machine cannot. */
  readonly launch?: (tools: AttackTools) => Promise<Launch>;
  /** Data that several attacks start with; each gets a copy. */
  readonly data?: SharedData;
  /**
   * Gets the attack ready. Without `data` it may fill the data directory, and the server is
   * started again afterwards; with `data` this is the server that is attacked.
   */
  readonly prepare: (server: Gatehouse) => Promise<PreparedAttack>;
  /** After that the attack is reported as endless, and its server is killed. */
  readonly timeoutMs?: number;
}

export interface SharedData {
  /** Fills a data directory, once in a run, through a server that is stopped afterwards. */
  readonly fill: (server: Gatehouse) => Promise<void>;
}

export interface AttackTools {
  readonly processes: ChildProcesses;
  /** For files that are removed after the attack. */
  readonly directory: string;
}

export interface PreparedAttack {
  /** Requests before the measurement, such as the first one of a list. */
  readonly warmUp?: (server: Gatehouse) => Promise<unknown>;
  readonly play: (server: Gatehouse) => Promise<Played>;
  /** What one request may take beside 64 MiB and its answer, in bytes: its body, for example. */
  readonly ownBytes?: number;
  /** The largest answer that a request may get, in bytes. A larger one breaks a promise. */
  readonly answerBytesMax?: number;
  /** Instead of what one request may take, in MiB. */
  readonly memoryMaxMiB?: number;
  /** Whether the attack stores data; then the server is started again to see how much. */
  readonly isStoring?: boolean;
  /** Whether the memory must be given back to the system soon afterwards. */
  readonly givesBack?: boolean;
  /** Bounds of what is measured by that start; for `isStoring`. */
  readonly restart?: { readonly startMaxMs: number; readonly memoryMaxMiB: number };
  readonly note?: string;
}

export interface Played {
  readonly answers: readonly HostileAnswer[];
  readonly notes?: readonly string[];
  readonly checks?: readonly HostileCheck[];
}

/** A promise beside the gap and the memory. */
export interface HostileCheck {
  readonly text: string;
  readonly isKept: boolean;
}

/** This machine or this executable does not allow the attack; the message says why. */
export class NotMeasurable extends Error {
  override readonly name = "NotMeasurable";
}
