import { PostgresTimeoutError } from "./postgres-connection.ts";
import { isReadOnly, sqlStateOf } from "./postgres-errors.ts";

/** The server does not answer, stops or starts, or has too many connections. */
const statesOfAbsence = /^(?:08|53300|57P0)/;

/** Whether the database is unreachable, and may become reachable by itself. */
export function isUnreachable(error: unknown): boolean {
  if (isReadOnly(error)) {
    return true;
  }
  const state = sqlStateOf(error);
  return state === undefined ? isOfConnection(error) : statesOfAbsence.test(state);
}

function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  return (
    error instanceof PostgresTimeoutError ||
    ("code" in error && typeof error.code === "string" && error.code.startsWith("ERR_POSTGRES_")) ||
    isOfConnection(error.cause)
  );
}
