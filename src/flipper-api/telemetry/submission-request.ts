import { GatehouseError } from "../../errors.ts";
import { bodyFormat } from "../../http/request/media-type.ts";
import { bodyEncoding, readRawBody } from "../../http/request/request-body.ts";
import type { Caller } from "../../model/caller.ts";
import { tooLarge, wireBytesMax } from "../../telemetry/messages/submission-limits.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";

/** Bun.serve holds senders to their Content-Length; through `handle` the sender is the host itself. */
const reading = { lengthEnforced: true };

/**
 * Hands the body of POST /telemetry to the worker as it came; resolves when it is committed.
 * Throws media_type_unsupported for what is not JSON, and as `Telemetry.submit` does.
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
      return { encoding, bytes: await readRawBody(request, bytesMax, reading) };
    } catch (error) {
      throw tooLarge(error);
    }
  });
}

/** What to make room for: what the header says, or all there may be where there is none. */
function bytesExpected(request: Request, bytesMax: number): number {
  const declared = Number(request.headers.get("content-length") ?? bytesMax);
  return declared >= 0 ? Math.min(declared, bytesMax) : bytesMax;
}
