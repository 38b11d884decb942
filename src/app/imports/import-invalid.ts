import { GatehouseError } from "../../core/errors.ts";

/** Returns the error for a part of an import that cannot be used; `readImport` completes `why`. */
export function importInvalid(why: string, cause?: unknown): GatehouseError {
  return new GatehouseError("import_invalid", { message: why, cause });
}
