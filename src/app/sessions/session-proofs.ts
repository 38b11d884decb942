import { GatehouseError } from "../../core/errors.ts";
import type { PasskeyAnswer, Passkeys, RelyingParty } from "./passkeys.ts";
import type { RequestFacts } from "./request-facts.ts";
import type { FoundSession, Sessions, SignedIn } from "./sessions.ts";

type Proven = Pick<FoundSession, "session" | "user">;

/**
 * Verifies the user of a session again: by a new sign-in, which ends the session
 * (docs/decisions.md#proofs). The limits of sign-ins count the attempts.
 */
export class SessionProofs {
  readonly #sessions: Sessions;
  readonly #passkeys: Passkeys;

  constructor(sessions: Sessions, passkeys: Passkeys) {
    this.#sessions = sessions;
    this.#passkeys = passkeys;
  }

  /** Throws `proof_wrong` and `too_many_attempts`. */
  async byPassword(proven: Proven, password: string, facts: RequestFacts): Promise<SignedIn> {
    const work = this.#sessions.signIn(proven.user.email, password, facts);
    return this.#replace(
      proven,
      await work.catch((error: unknown) => {
        const isWrong = error instanceof GatehouseError && error.refusal === "sign_in_failed";
        throw isWrong ? new GatehouseError("proof_wrong") : error;
      }),
    );
  }

  /** Throws `passkey_invalid`, also for the passkey of another person, and `too_many_attempts`. */
  async byPasskey(
    proven: Proven,
    response: PasskeyAnswer,
    site: RelyingParty,
    facts: RequestFacts,
  ): Promise<SignedIn> {
    const ofUser = proven.user.id;
    return this.#replace(proven, await this.#passkeys.signIn(response, site, { ...facts, ofUser }));
  }

  async #replace(proven: Proven, signedIn: SignedIn): Promise<SignedIn> {
    await this.#end(proven);
    return signedIn;
  }

  async #end({ session, user }: Proven): Promise<void> {
    try {
      await this.#sessions.end(user.id, session.id);
    } catch (error) {
      // It was the oldest session of a person with the most sessions allowed.
      if (!(error instanceof GatehouseError && error.refusal === "session_not_found")) {
        throw error;
      }
    }
  }
}
