/** The worker could not answer a call. */
export class WorkerCallError extends Error {
  override readonly name = "WorkerCallError";
  /** Whether the database or its disk failed, and not the program. */
  readonly isStorageFailure: boolean;

  constructor(message: string, isStorageFailure: boolean) {
    super(message);
    this.isStorageFailure = isStorageFailure;
  }
}
