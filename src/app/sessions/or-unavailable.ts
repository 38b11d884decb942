import { GatehouseError } from "../../core/errors.ts";
import { StorageError } from "../../storage/storage-error.ts";

/** The answer of a storage. Throws `unavailable` if it fails. */
export async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof StorageError
      ? new GatehouseError("unavailable", { cause: error })
      : error;
  }
}
