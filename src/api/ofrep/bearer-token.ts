import { memoizeLatest } from "../../core/memo/memoize-latest.ts";

const bearer = /^bearer +(\S+) *$/i;

/** Caches the last header, in memory only: most consecutive requests have the same one. */
const tokenIn = memoizeLatest((authorization: string) => bearer.exec(authorization)?.[1]);

/**
 * The token of a request to OFREP: from `Authorization: Bearer`, otherwise from `X-API-Key`; empty
 * without one.
 */
export function bearerToken({ headers }: Request): string {
  return tokenIn(headers.get("authorization") ?? "") ?? headers.get("x-api-key") ?? "";
}
