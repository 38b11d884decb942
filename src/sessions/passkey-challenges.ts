import { newSecret } from "../secrets/random-secret.ts";

const lifetimeMs = 5 * 60_000;
/** Bounds memory: with more, the oldest challenges end. */
const challengesMax = 10_000;

interface Challenge {
  /** The user who registers a passkey; null for a sign-in. */
  readonly userId: number | null;
  readonly endsAtMs: number;
}

/** The challenges that browsers have to sign: each for five minutes, and for one answer. */
export class PasskeyChallenges {
  readonly #nowMs: () => number;
  /** By the challenge in base64url; oldest first. */
  readonly #challenges = new Map<string, Challenge>();

  /** `nowMs` is a monotonic clock in milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#challenges.size;
  }

  /** A new challenge, in base64url. */
  issue(userId: number | null): string {
    const [oldest] = this.#challenges.keys();
    if (this.#challenges.size >= challengesMax && oldest !== undefined) {
      this.#challenges.delete(oldest);
    }
    const challenge = newSecret();
    this.#challenges.set(challenge, { userId, endsAtMs: this.#nowMs() + lifetimeMs });
    return challenge;
  }

  /** Ends a challenge; false if it was not issued to that user, was used before, or is too old. */
  redeem(challenge: string, userId: number | null): boolean {
    const issued = this.#challenges.get(challenge);
    this.#challenges.delete(challenge);
    return issued !== undefined && issued.userId === userId && this.#nowMs() < issued.endsAtMs;
  }
}
