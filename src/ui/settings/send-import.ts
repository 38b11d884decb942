import { sendWithAnswers } from "../api/answer-refusal.ts";
import { type AnswerOf, callWithBody } from "../api/call.ts";
import { whyOf } from "../parts/why-field.tsx";

const route = "POST /environments/:environment/import";

/** What happens to the features that the file does not name. */
export type ImportMode = "replace" | "merge";

interface ImportRequest {
  readonly isPreview: boolean;
  readonly mode: ImportMode;
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
  { isPreview, mode, typed, confirm, reason }: ImportRequest,
): Promise<AnswerOf<typeof route>> {
  const query = {
    preview: isPreview ? "1" : "0",
    mode,
    ...(typed === "" ? {} : { typed }),
    ...whyOf(reason),
  };
  return sendWithAnswers(route, { params: { environment }, query, confirm }, (asked) =>
    callWithBody(route, asked, file),
  );
}
