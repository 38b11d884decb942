import { StorageError } from "../../storage-error.ts";

/**
 * The outcome of a failed statement: it changed nothing, and its data is or is not the reason; or
 * the outcome is unknown.
 */
export type PostgresFault = "data" | "nothing kept" | "in doubt";

/** Bun's codes of connections that were never established, so that nothing was sent. */
const codesBeforeSending: ReadonlySet<string> = new Set([
  "ERR_POSTGRES_CONNECTION_REFUSED",
  "ERR_POSTGRES_CONNECTION_FAILED",
  "ERR_POSTGRES_CONNECTION_TIMEOUT",
]);

const certificateCodes = /^(?:ERR_TLS|UNABLE_TO|CERT_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL)/;
/**
 * Values that do not fit, broken references, and limits of PostgreSQL such as the size of an index
 * row.
 */
const statesAboutData = /^(?:21|22|23|54)/;
const statesOfBrokenConnections = /^(?:08|57P0[12])/;
/** The server ends the connection, or does not know the outcome of a transaction. */
const statesInDoubt = /^(?:08|57P0[124]|40003|XX)/;

const readOnlyState = "25006";
const readOnlyReason = "the database is read-only (is the server a standby?)";

/** The database can be read only, until a standby is promoted or a setting is changed. */
export class ReadOnlyDatabaseError extends StorageError {
  constructor() {
    super(readOnlyReason);
  }
}

/** Whether a statement was refused, or a database is not used, because it is read-only. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error
    ? error instanceof ReadOnlyDatabaseError ||
        sqlStateOf(error) === readOnlyState ||
        isReadOnly(error.cause)
    : false;
}

/** Errors caused by settings of a session, which do not change after its start. */
const statesOfSessions: ReadonlySet<string> = new Set([readOnlyState, "57014"]);

/** Whether the statement may succeed on another connection. */
export function isOfSession(error: unknown): boolean {
  return statesOfSessions.has(sqlStateOf(error) ?? "");
}

/** In a message of any language: a limit that the data did not exceed, as notifications are unread. */
const fullQueue = /NOTIFY/;

export function postgresFault(error: unknown): PostgresFault {
  const state = sqlStateOf(error);
  if (state === "54000" && fullQueue.test(postgresCause(error)?.message ?? "")) {
    return "nothing kept";
  }
  if (state !== undefined) {
    return statesInDoubt.test(state)
      ? "in doubt"
      : statesAboutData.test(state)
        ? "data"
        : "nothing kept";
  }
  const code = codeOf(error) ?? "";
  return codesBeforeSending.has(code) || certificateCodes.test(code) ? "nothing kept" : "in doubt";
}

/** Whether a connection ended after it was established, so that another one may work. */
export function isBrokenConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined) {
    return statesOfBrokenConnections.test(state);
  }
  const code = codeOf(error) ?? "";
  return code.startsWith("ERR_POSTGRES_") && !codesBeforeSending.has(code);
}

/** The SQLSTATE of an error of the server; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = postgresCause(error);
  return cause !== undefined && "errno" in cause && typeof cause.errno === "string"
    ? cause.errno
    : undefined;
}

const pooledReason =
  "statements are prepared on connections that change: is this the address of a pooler such as PgBouncer? Set --database-pooler";

const reasons: Readonly<Record<string, string>> = {
  [readOnlyState]: readOnlyReason,
  "28000": "the server refuses the user; see its pg_hba.conf",
  "28P01": "the user or the password is wrong",
  "3D000": "the server has no database of this name",
  "3F000": "the database has no schema in which the user may create tables",
  "42501": "the user lacks rights in the database",
  "42P01": "the database lacks a table; run `gatehouse database migrate`",
  "42883": "the database lacks a function; run `gatehouse database migrate`",
  "26000": pooledReason,
  "42P05": pooledReason,
  "53100": "the disk of the database server is full",
  "53200": "the database server has too little memory",
  "53300": "the database server has too many connections",
  "55P03": "another session holds a lock for too long",
  "57014": "the database server's statement_timeout ended the statement",
  "57P01": "the database server was stopped",
  "57P02": "the database server was stopped",
  "57P03": "the database server is starting up or shutting down",
  ERR_POSTGRES_CONNECTION_REFUSED: "no database server answers at this address",
  ERR_POSTGRES_CONNECTION_FAILED: "the server at this address closed the connection",
  ERR_POSTGRES_CONNECTION_TIMEOUT: "the database server did not answer in time",
  ERR_POSTGRES_CONNECTION_CLOSED: "the connection to the database broke",
  ERR_POSTGRES_TLS_NOT_AVAILABLE: "the database server offers no TLS",
  ERR_POSTGRES_TLS_UPGRADE_FAILED: "the TLS connection to the database server failed",
  ERR_TLS_CERT_ALTNAME_INVALID: "the database server's certificate is for another name",
};

const reasonLengthMax = 200;

/** The reason of an error in one line, without the URL and without values. */
export function postgresReason(error: unknown): string {
  if (error instanceof StorageError) {
    return error.message;
  }
  const code = sqlStateOf(error) ?? codeOf(error) ?? "";
  const known = reasons[code];
  if (known !== undefined) {
    return known;
  }
  if (certificateCodes.test(code)) {
    return `the database server's certificate is not trusted (${code})`;
  }
  const cause = postgresCause(error);
  const [line = ""] = (cause?.message ?? String(error)).split("\n", 1);
  return code === ""
    ? line.slice(0, reasonLengthMax)
    : `${line.slice(0, reasonLengthMax)} (${code})`;
}

/** An error that names the failed operation and the reason. */
export function postgresError(what: string, error: unknown): StorageError {
  return new StorageError(`${what}: ${postgresReason(error)}`, { cause: postgresCause(error) });
}

function codeOf(error: unknown): string | undefined {
  const cause = postgresCause(error);
  return cause !== undefined && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined;
}

/** Drizzle's errors show the statement with its values; this is the error inside. */
function postgresCause(error: unknown): Error | undefined {
  let found = error instanceof Error ? error : undefined;
  while (found !== undefined && !("code" in found) && found.cause instanceof Error) {
    found = found.cause;
  }
  return found;
}
