import type { EnvironmentEvent } from "./environment-event.ts";

/** Streams of changes for programs, of changes for evaluations over OFREP, and of open pages. */
export const streamKinds = ["changes", "evaluation", "pages"] as const;
export type StreamKind = (typeof streamKinds)[number];

/** The form of the events of one kind of stream, and the limits of such streams. */
export interface StreamForm {
  readonly kind: StreamKind;
  readonly headers: Readonly<Record<string, string>>;
  /** The maximum number of streams of this kind. */
  readonly streamsMax: number;
  /** The maximum number of streams of this kind for one reader. */
  readonly streamsPerReaderMax: number;
  /** The error for too many streams. */
  tooMany(): Error;
  /**
   * The lines of a new stream whose client has no earlier event; `id` is the id of the latest event.
   */
  opening(id: string): string;
  /**
   * If the client has no earlier event, a new stream starts with the changes of this many
   * milliseconds before. The client may have read its data before such a change.
   */
  readonly recentMs: number;
  /** The lines of an event after its id; undefined for an event that these readers do not need. */
  linesOf(event: EnvironmentEvent): string | undefined;
  /**
   * The lines that report missed changes, so that the reader reloads everything. `revision` is the
   * revision of the environment's project.
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
