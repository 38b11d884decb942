import { StorageError } from "../storage-error.ts";

/** An installation cannot be copied, or its copy differs. One line, for the user. */
export class MoveError extends StorageError {
  override readonly name = "MoveError";
}
