import type { Caller } from "../../../core/model/caller.ts";
import { bodyTimeMsOf } from "../../../http/request/body-time.ts";
import { requireJson } from "../../../http/request/media-type.ts";
import { bodyEncoding } from "../../../http/request/request-body.ts";
import {
  submissionSizeError,
  wireBytesMax,
} from "../../../telemetry/messages/submission-limits.ts";
import type { Telemetry } from "../../../telemetry/telemetry.ts";
import { readSubmissionBody } from "./submission-body.ts";

/**
 * Passes the body of POST /telemetry to the worker unread; resolves when it is committed. For
 * outcomes, `arrival` returns the minute. Throws `media_type_unsupported` for a body that is not JSON,
 * and the errors of `Telemetry.submit`.
 */
export async function submitRequest(
  telemetry: Pick<Telemetry, "submit">,
  { environment, token }: Caller,
  request: Request,
  arrival?: () => number,
): Promise<void> {
  requireJson(request.headers.get("content-type"));
  const encoding = bodyEncoding(request);
  const bytesMax = wireBytesMax(encoding);
  const sender = {
    environmentId: environment.id,
    projectId: environment.projectId,
    tokenId: token?.id ?? 0,
  };
  const limitMs = bodyTimeMsOf(request) ?? Number.POSITIVE_INFINITY;
  await telemetry.submit(sender, limitMs, async (upload) => {
    try {
      const bytes = await readSubmissionBody(request, bytesMax, upload);
      return { encoding, bytes, ...(arrival && { outcomesMinute: arrival() }) };
    } catch (error) {
      throw submissionSizeError(error);
    }
  });
}
