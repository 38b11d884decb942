import { showFirstStart } from "../administration/show-first-start.ts";
import type { Config } from "../config/config.ts";
import type { Services } from "../services/services.ts";

/** Where it is shown. */
export interface StartOutput {
  readonly print: (text: string) => void;
  readonly isTerminal: boolean;
}

/** Shows the token and the link of a first start on standard output, or where they are. */
export function showStart(
  output: StartOutput,

  { token, dataDirectory, publicUrl, ui }: Config,
  { writer }: Services,
  urls: { readonly apiUrl: string; readonly siteUrl: string },
): Promise<void> {
  return showFirstStart({
    writer,
    presetValue: token,
    directory: dataDirectory,
    offersLink: ui.isServed,
    ...urls,
    isPublic: publicUrl !== undefined,
    ...output,
    now: Date.now,
  });
}
