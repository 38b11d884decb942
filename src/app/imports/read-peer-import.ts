import { GatehouseError } from "../../core/errors.ts";
import { importFromPeerInSteps } from "../../core/peers/import-from-peer.ts";
import type { PeerImport, PeerOptions } from "../../core/peers/peer-import.ts";
import { peers } from "../../core/peers/peers.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { flipperImport, isFlipperExport } from "./flipper-import.ts";
import { importInvalid } from "./import-invalid.ts";
import { parsePeerDocument } from "./peer-document.ts";

export const flipperName = "flipper";
/** The names of `--from`. */
export const peerNames: readonly string[] = [flipperName, ...peers.keys()];

/** A document of another system, and whether it replaces all features, as one of Flipper may. */
export interface ReadPeerImport extends PeerImport {
  readonly isFlipper: boolean;
}

/**
 * Reads a file of another system, in slices, and with it a file of segments as `{"document": …, "segments": …}`.
 * `from` is undefined to recognize the system. Throws import_invalid and request_invalid.
 */
export async function readPeerImport(
  text: string,
  from: string | undefined,
  options: PeerOptions,
): Promise<ReadPeerImport> {
  try {
    const sent = parsePeerDocument(text);
    const { document, segments } = isWithSegments(sent)
      ? sent
      : { document: sent, segments: undefined };
    const isFlipper = from === flipperName || (from === undefined && isFlipperExport(document));
    const imported = await inSlices(
      isFlipper
        ? flipperImport(document)
        : importFromPeerInSteps(document, from, { ...options, segments }),
    );
    return { ...imported, isFlipper };
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "import_invalid") {
      throw importInvalid(`Import invalid: ${error.message}`, error);
    }
    throw error;
  }
}

function isWithSegments(
  document: unknown,
): document is { readonly document: unknown; readonly segments: unknown } {
  return isJsonObject(document) && Object.keys(document).sort().join() === "document,segments";
}
