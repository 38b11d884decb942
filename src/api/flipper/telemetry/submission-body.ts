import { GatehouseError } from "../../../core/errors.ts";
import { readRawBody } from "../../../http/request/request-body.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import type { Upload } from "../../../telemetry/submission-queue.ts";

/**
 * Larger bodies are read in chunks, and reserve room as they arrive. Smaller ones are read in one
 * step, which is much faster. The queue has this many bytes for each slot, so the number of slots
 * limits them.
 */
const atOnceBytesMax = 16 * 1024;

/**
 * Reads the body of a submission, and reserves room in the queue for the received bytes. The queue
 * limits the time. Throws the errors of `readRawBody` and of `upload.reserve`; the rest of the body
 * is then not read.
 */
export async function readSubmissionBody(
  request: Request,
  bytesMax: number,
  upload: Upload,
): Promise<Uint8Array> {
  const header = request.headers.get("content-length");
  const declared = Number(header ?? bytesMax);
  if (!(declared <= bytesMax) || request.bodyUsed) {
    // This throws: the body is too large, its length is not a number, or it was read before.
    return readRawBody(request, bytesMax);
  }
  if (declared > atOnceBytesMax) {
    return readStream(request.body, bytesMax, upload);
  }
  // Bun.serve enforces a client's Content-Length; an application with a mounted API must do the
  // same.
  const bytes = await request.bytes().catch(refuseUnreadable);
  if (bytes.length > bytesMax) {
    throw new GatehouseError("body_too_large");
  }
  upload.reserve(bytes.length);
  return bytes;
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  upload: Upload,
): Promise<Uint8Array> {
  if (body === null) {
    return new Uint8Array(0);
  }
  const reader = body.getReader();
  // An error of the cancellation has no effect: the submission is already refused.
  const cancel = () => void reader.cancel().catch(() => undefined);
  upload.onTimeout(cancel);
  const received = new ReceivedBytes(bytesMax);
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(refuseUnreadable);
      if (done) {
        return received.bytes;
      }
      received.checkRoom(value.length);
      upload.reserve(value.length);
      received.add(value);
    }
  } catch (error) {
    cancel();
    throw error;
  }
}

/** The connection broke, or the application's stream failed, before the whole body arrived. */
function refuseUnreadable(cause: unknown): never {
  throw requestInvalid("the body could not be read to its end", cause);
}

/** One buffer, because a list of one-byte chunks would take far more memory than the body. */
class ReceivedBytes {
  readonly #bytesMax: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  checkRoom(more: number): void {
    if (this.#length + more > this.#bytesMax) {
      throw new GatehouseError("body_too_large");
    }
  }

  add(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const capacity = Math.max(needed, this.#buffer.length * 2);
      const larger = new Uint8Array(Math.min(this.#bytesMax, capacity));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }
}
