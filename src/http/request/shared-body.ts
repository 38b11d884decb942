import { readRawBody } from "./request-body.ts";
import type { TokenShares } from "./token-shares.ts";

export interface SharedBodyOptions {
  readonly request: Request;
  readonly bytesMax: number;
  readonly tokenId: number;
  /** The bytes of all bodies that are currently received or used. */
  readonly received: TokenShares;
}

/**
 * Reads a body as `readRawBody` does, and passes it on. Its bytes count towards its token's limit
 * from their arrival until `use` settles; a declared length does not count. Throws `unavailable` at
 * the limit.
 */
export async function withSharedBody<Result>(
  { request, bytesMax, tokenId, received }: SharedBodyOptions,
  use: (body: Uint8Array<ArrayBuffer>) => Promise<Result>,
): Promise<Result> {
  let bytes = 0;
  const onChunk = (more: number) => {
    received.take(tokenId, more);
    bytes += more;
  };
  try {
    return await use(new Uint8Array(await readRawBody(request, bytesMax, { onChunk })));
  } finally {
    received.release(tokenId, bytes);
  }
}
