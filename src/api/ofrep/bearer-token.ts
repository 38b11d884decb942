import { memoizeLatest } from "../../core/memo/memoize-latest.ts";

const bearer = /^bearer +(\S+) *$/i;

/** Remembers the last header, in memory only: most requests in a row have the same one. */
const tokenIn = memoizeLatest((authorization: string) => bearer.exec(authorization)?.[1]);

/** The token of a request to OFREP: of `Authorization: Bearer`, else of `X-API-Key`; else empty. */
export function bearerToken({ headers }: Request): string {
  return tokenIn(headers.get("authorization") ?? "") ?? headers.get("x-api-key") ?? "";
}
