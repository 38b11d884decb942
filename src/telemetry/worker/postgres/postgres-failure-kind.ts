import { PostgresTimeoutError } from "../../../postgres/postgres-connection.ts";
import { sqlStateOf } from "../../../postgres/postgres-errors.ts";
import { StorageError } from "../../../storage/storage-error.ts";
import type { FailureKind } from "../port/telemetry-store.ts";

/** The server does not answer, stops or starts, is a standby, or has too many connections. */
const statesOfAbsence = /^(?:08|25006|53300|57P0)/;

/** `unreachable` while the server may come back by itself. */
export function postgresFailureKind(error: unknown): FailureKind {
  const state = sqlStateOf(error);
  if (state !== undefined) {
    return statesOfAbsence.test(state) ? "unreachable" : "storage";
  }
  if (isOfConnection(error)) {
    return "unreachable";
  }
  return error instanceof StorageError ? "storage" : "program";
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
