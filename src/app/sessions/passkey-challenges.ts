import { newSecret } from "../../core/secrets/random-secret.ts";
import type { ShortLivedStorage } from "../../storage/short-lived-storage.ts";
import { orUnavailable } from "./or-unavailable.ts";

const lifetimeMs = 5 * 60_000;
const keyOf = (challenge: string) => `challenge ${challenge}`;

/** The challenges that browsers must sign: each for five minutes, and for one answer. */
export class PasskeyChallenges {
  readonly #kept: ShortLivedStorage;

  constructor(kept: ShortLivedStorage) {
    this.#kept = kept;
  }

  /** A new challenge, in base64url, for a user who registers a passkey; null for a sign-in. */
  async issue(userId: number | null): Promise<string> {
    const challenge = newSecret();
    await orUnavailable(this.#kept.keep(keyOf(challenge), String(userId), lifetimeMs));
    return challenge;
  }

  /** Ends a challenge; false if it was not issued to that user, was used before, or is too old. */
  async redeem(challenge: string, userId: number | null): Promise<boolean> {
    const kept = await orUnavailable(this.#kept.takeOut(keyOf(challenge)));
    return kept === String(userId);
  }
}
