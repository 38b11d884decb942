/** The origin could not be asked, or gave an answer that a replica cannot use. */
export class PrimaryError extends Error {
  override readonly name = "PrimaryError";
  /** Whether the origin refuses the replica's token: it will not help to ask again soon. */
  readonly isRefused: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isRefused?: boolean } = {}) {
    super(message, options);
    this.isRefused = options.isRefused ?? false;
  }
}
