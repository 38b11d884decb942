import { isUnreachable } from "../../../storage/postgres/database/is-unreachable.ts";
import { sqlStateOf } from "../../../storage/postgres/database/postgres-errors.ts";
import { StorageError } from "../../../storage/storage-error.ts";
import type { FailureKind } from "../port/telemetry-store.ts";

/** `unreachable` while the server may become reachable by itself. */
export function postgresFailureKind(error: unknown): FailureKind {
  if (isUnreachable(error)) {
    return "unreachable";
  }
  return error instanceof StorageError || sqlStateOf(error) !== undefined ? "storage" : "program";
}
