import type { ParseResult } from "./value-parsers.ts";

const lengthMax = 2_048;
const nodeName = /^[\w.-]{1,63}$/;

/** Parses the URL of a PostgreSQL database; the value is the unchanged text. */
export function parseDatabaseUrl(text: string): ParseResult<string> {
  const url = text.length > lengthMax ? null : URL.parse(text);
  const isPostgres = url?.protocol === "postgres:" || url?.protocol === "postgresql:";
  return isPostgres && url.hostname !== "" && url.pathname.length > 1
    ? { value: text }
    : { reason: "must be a URL such as postgres://USER:PASSWORD@HOST:5432/DATABASE" };
}

/** Parses the name of a server among those that share a database. */
export function parseNodeName(text: string): ParseResult<string> {
  return nodeName.test(text)
    ? { value: text }
    : { reason: "must have 1 to 63 letters, digits, dots, dashes or underscores" };
}
