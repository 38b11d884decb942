/** The medium failed or cannot be used: full, locked, corrupt, or newer than this executable. */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
}
