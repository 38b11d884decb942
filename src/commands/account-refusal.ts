/** Every reason why an operation on accounts is refused, with its default message. */
export const accountRefusals = {
  sign_in_failed: "The e-mail address or the password is wrong",
  too_many_attempts: "Too many attempts; try again later",
  session_ended: "You are signed out; sign in again",
  role_required: "Your role does not allow this",
  link_invalid: "This link was used, replaced or has ended; ask for a new one",
  password_wrong: "The current password is wrong",
  proof_wrong: "The password is wrong",
  password_too_short: "The password needs at least 10 characters",
  password_too_long: "The password can have at most 200 characters",
  password_too_weak: "This password is easy to guess; choose another one",
  email_invalid: "This is not an e-mail address",
  email_taken: "Another person has this e-mail address",
  name_invalid: "A name is one line of 1 to 255 characters without spaces at either end",
  member_not_found: "This person is not a member of the organization",
  last_owner: "The organization needs another owner first",
  session_not_found: "This session has ended already",
  passkey_invalid: "The passkey could not be verified; try again",
  passkey_not_found: "This passkey was removed already",
  passkey_limit: "A person can have at most 10 passkeys",
  personal_token_limit: "A person can have at most 20 personal tokens; revoke one first",
  token_not_found: "This token does not exist any more",
} as const;

/** A code never changes: the UI's texts depend on it. */
export type AccountRefusalCode = keyof typeof accountRefusals;

interface AccountRefusalOptions extends ErrorOptions {
  /** Replaces the default message. */
  readonly message?: string;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The refusal of an operation on members, passwords, links, sessions, passkeys or personal tokens. It
 * changed nothing. Its message is for the person, and holds nothing secret.
 */
export class AccountRefusal extends Error {
  override readonly name = "AccountRefusal";
  readonly code: AccountRefusalCode;
  /** Seconds after which the person may try again; undefined if time does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AccountRefusalCode, options?: AccountRefusalOptions) {
    super(options?.message ?? accountRefusals[code], options);
    this.code = code;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}
