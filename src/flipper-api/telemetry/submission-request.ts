import { GatehouseError } from "../../errors.ts";
import { bodyFormat } from "../../http/request/media-type.ts";
import { bodyEncoding, readRawBody } from "../../http/request/request-body.ts";
import type { Caller } from "../../model/caller.ts";
import { submissionSizeError, wireBytesMax } from "../../telemetry/messages/submission-limits.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";

/** Bun.serve enforces a client's Content-Length; the host of a mounted API must do the same. */
const readOptions = { lengthEnforced: true };

/**
 * Passes the body of POST /telemetry to the worker unread; resolves when it is committed. Throws
 * `media_type_unsupported` for a body that is not JSON, and the errors of `Telemetry.submit`.
 */
export async function submitRequest(
  telemetry: Telemetry,
  { environment, token }: Caller,
  request: Request,
): Promise<void> {
  if (bodyFormat(request.headers.get("content-type")) === "form") {
    throw new GatehouseError("media_type_unsupported", "The body must be JSON");
  }
  const encoding = bodyEncoding(request);
  const bytesMax = wireBytesMax(encoding);
  const sender = { environmentId: environment.id, tokenId: token?.id ?? 0 };
  await telemetry.submit(sender, bytesExpected(request, bytesMax), async () => {
    try {
      return { encoding, bytes: await readRawBody(request, bytesMax, readOptions) };
    } catch (error) {
      throw submissionSizeError(error);
    }
  });
}

/** The declared Content-Length, at most `bytesMax`; `bytesMax` without the header. */
function bytesExpected(request: Request, bytesMax: number): number {
  const declared = Number(request.headers.get("content-length") ?? bytesMax);
  return declared >= 0 ? Math.min(declared, bytesMax) : bytesMax;
}
