import type { ChildProcesses } from "../child-processes.ts";
import type { RequestPattern } from "../load/request-pattern.ts";

/** The questions that all systems are asked, in the order of the table. */
export const questions = {
  list: "list 100 features",
  all: "evaluate 100 features for an actor",
  one: "check one feature for an actor",
  change: "change a feature, durably",
  telemetry: "submit counts of 100 features",
} as const;

export type QuestionName = keyof typeof questions;

/** How to ask one system one question under load. */
export interface PeerQuestion {
  readonly origin: string;
  readonly requests: (round: number) => RequestPattern;
  /** Throws a `BenchmarkError` unless the system answers correctly. */
  readonly check: () => Promise<void>;
  /** Bytes of every answer, if they are known. */
  readonly answerBytes?: number;
  /** True if no row may be sent twice. */
  readonly sendsRowsOnce?: boolean;
}

/** One way to ask a running system. A question that it does not have is missing. */
export interface PeerView {
  readonly name: string;
  readonly questions: Partial<Record<QuestionName, PeerQuestion>>;
}

export interface RunningSystem {
  /** With their versions. */
  readonly programs: string;
  /** Their processor time is counted, with that of their children. */
  readonly pids: readonly number[];
  readonly views: readonly PeerView[];
  stop(): Promise<void>;
}

export interface PeerTools {
  readonly processes: ChildProcesses;
  /** The built executable of Gatehouse. */
  readonly executable: string;
  readonly directory: string;
  /** Where the npm packages of `packaging/bench-peers-tools` are installed. */
  readonly packages: string;
  /** A checkout of Flipper's repository; empty if its gems are installed. */
  readonly flipperSource: string;
}

export interface PeerSystem {
  readonly name: string;
  /** The names of its views, for a table without its numbers. */
  readonly views: readonly string[];
  /** Why it cannot run here; undefined if it can. */
  missing(tools: PeerTools): string | undefined;
  start(tools: PeerTools): Promise<RunningSystem>;
}
