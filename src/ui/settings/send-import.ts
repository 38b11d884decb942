import { sendWithAnswers } from "../api/answer-refusal.ts";
import { type AnswerOf, callWithBody } from "../api/call.ts";
import { whyOf } from "../parts/why-field.tsx";

const route = "POST /environments/:environment/import";
const recognizedBytesMax = 16 * 1024 * 1024;

/**
 * What happens to other features: to those that a file of Flipper does not name, or to those that
 * exist already for a file of another system.
 */
export type ImportWay = "replace" | "merge" | "keep" | "overwrite";

/** What the server cannot read from a file of another system. */
export interface PeerFacts {
  /** The environment in the file; empty if it has only one. */
  readonly environment: string;
  /** How ids become ids of actors, such as `User;{id}`; empty if they stay as they are. */
  readonly actorId: string;
}

interface ImportRequest {
  readonly isPreview: boolean;
  readonly way: ImportWay;
  readonly facts: PeerFacts;
  /** What Production needs: the number of deletions, or without any its name. Empty if it asks. */
  readonly typed: string;
  /** The text to type if the server asks for it. */
  readonly confirm?: string | undefined;
  readonly reason: string;
}

/** Sends a file unchanged: the server reads it as it arrives. */
export function sendImport(
  environment: number,
  file: File,
  { isPreview, way, facts, typed, confirm, reason }: ImportRequest,
): Promise<AnswerOf<typeof route>> {
  const query = {
    preview: isPreview ? "1" : "0",
    mode: way === "replace" ? way : "merge",
    // Larger files are read as they arrive, which only works for those of Flipper.
    ...(file.size > recognizedBytesMax ? {} : { from: "auto" }),
    ...(way === "overwrite" ? { overwrite: "1" } : {}),
    ...(facts.environment === "" ? {} : { peer_environment: facts.environment }),
    ...(facts.actorId === "" ? {} : { actor_id: facts.actorId }),
    ...(typed === "" ? {} : { typed }),
    ...whyOf(reason),
  };
  return sendWithAnswers(route, { params: { environment }, query, confirm }, (asked) =>
    callWithBody(route, asked, file),
  );
}
