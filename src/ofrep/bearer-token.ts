const bearer = /^bearer +(\S+) *$/i;

/** The token of a request to OFREP: of `Authorization: Bearer`, else of `X-API-Key`; else empty. */
export function bearerToken({ headers }: Request): string {
  const [, token] = bearer.exec(headers.get("authorization") ?? "") ?? [];
  return token ?? headers.get("x-api-key") ?? "";
}
