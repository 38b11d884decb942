import { type AnswerOf, callWithBody } from "../api/call.ts";

const route = "POST /environments/:environment/import";

/** Sends a file unchanged: the server reads it as it arrives. */
export function sendImport(
  environment: number,
  file: File,
  { isPreview, typed }: { readonly isPreview: boolean; readonly typed: string },
): Promise<AnswerOf<typeof route>> {
  const query = { preview: isPreview ? "1" : "0", typed };
  return callWithBody(route, { params: { environment }, query }, file);
}
