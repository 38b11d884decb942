import type { EnvironmentEvent } from "./environment-event.ts";

/** Streams of changes for programs, of changes for evaluations over OFREP, and of open pages. */
export const streamKinds = ["changes", "evaluation", "pages"] as const;
export type StreamKind = (typeof streamKinds)[number];

/** How the events of one kind of stream look, and how many of its streams there may be. */
export interface StreamForm {
  readonly kind: StreamKind;
  readonly headers: Readonly<Record<string, string>>;
  /** The most streams of this kind. */
  readonly streamsMax: number;
  /** The most streams of this kind that one reader may have. */
  readonly streamsPerReaderMax: number;
  /** What is thrown when there are too many. */
  tooMany(): Error;
  /** The lines of a new stream whose client knows of no event; `id` is that of the newest one. */
  opening(id: string): string;
  /**
   * A new stream whose client knows of no event is told what changed in so many milliseconds before:
   * the client may have read its data before the change.
   */
  readonly recentMs: number;
  /** The lines of an event after its id; undefined for one that these readers need not know. */
  linesOf(event: EnvironmentEvent): string | undefined;
  /**
   * The lines that say that changes were missed, so that the reader asks for everything. `revision`
   * is that of the environment's project.
   */
  missed(revision: number): string;
}

/** The headers of every stream; its answer must reach the client while it grows. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // For nginx, which would hold the events back.
  "x-accel-buffering": "no",
} as const;
