import { GatehouseError } from "../../core/errors.ts";
import type { User } from "../../core/model/user.ts";
import { newSecret } from "../../core/secrets/random-secret.ts";
import {
  mayChooseProfile,
  type OwnerProfile,
  userOfLink,
  useSignInLink,
} from "../commands/sign-in-link-commands.ts";
import type { Writer } from "../writer/writer.ts";
import type { PasswordHashing } from "./password-hashing.ts";
import { checkNewPassword } from "./password-rules.ts";
import { type RequestFacts, sessionOrigin } from "./request-facts.ts";
import type { OnOwnSignIn, SignedIn } from "./sessions.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";

export interface SignInLinksOptions {
  readonly writer: Writer;
  readonly hashing: PasswordHashing;
  readonly attempts: SignInAttempts;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the code of a link after it was used. */
  readonly onUsed: (code: string) => void;
  readonly onOwnSignIn?: OnOwnSignIn | undefined;
}

/** The person of a link. */
export interface LinkHolder {
  readonly user: User;
  /** Whether the person may choose another e-mail address and name, as the first owner may. */
  readonly choosesProfile: boolean;
}

export interface LinkAnswer {
  readonly password: string;
  readonly profile?: OwnerProfile | undefined;
}

const codeLengthMax = 64;

/** The one-time links with which people set a password (docs/decisions.md#sign-in). */
export class SignInLinks {
  readonly #options: SignInLinksOptions;

  constructor(options: SignInLinksOptions) {
    this.#options = options;
  }

  /** The person of a link, which stays usable. Throws `link_invalid` and `too_many_attempts`. */
  async holder(code: string, { address }: RequestFacts): Promise<LinkHolder> {
    const user = await this.#requireUser(code, address);
    return { user, choosesProfile: mayChooseProfile(user) };
  }

  /**
   * Sets the password of a link's person, ends the link and all sessions, passkeys and personal
   * tokens of the person, and starts a session. Throws `link_invalid`, `too_many_attempts`,
   * `email_invalid`, `email_taken`, `name_invalid` and the refusals of `checkNewPassword`; then the
   * link stays usable.
   */
  async use(
    code: string,
    { password, profile }: LinkAnswer,
    facts: RequestFacts,
  ): Promise<SignedIn> {
    const { writer, hashing, onUsed } = this.#options;
    const { id, email, name } = await this.#requireUser(code, facts.address);
    checkNewPassword(password, [email, name, profile?.email ?? "", profile?.name ?? ""]);
    const passwordHash = await hashing.hash(password);
    const cookieValue = newSecret();
    const used = await writer.submit((draft) => {
      this.#options.onOwnSignIn?.(draft, id);
      const origin = sessionOrigin(facts);
      const use = { ...origin, code, passwordHash, cookieValue, profile };
      return { cookieValue, ...useSignInLink(draft, use) };
    });
    onUsed(code);
    return used;
  }

  /**
   * Counts wrong codes only: 256 random bits cannot be guessed, so a right code is accepted at
   * once.
   */
  async #requireUser(code: string, address: string): Promise<User> {
    const { writer, attempts, now } = this.#options;
    const user =
      code.length > codeLengthMax
        ? undefined
        : userOfLink({ state: writer.state, now: now() }, code);
    if (user === undefined) {
      await attempts.takeWrongLink(address);
      throw new GatehouseError("link_invalid");
    }
    return user;
  }
}
