import { GatehouseError } from "../../core/errors.ts";
import { isPossiblePassword, normalizePassword } from "./password-rules.ts";

/** A hash takes about 30 ms and 19 MiB. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hashes share the thread pool with files and other cryptography. */
const runningMax = 2;
const waitingMax = 64;
const retryAfterSeconds = 2;

/** The hash of an unknown random value, with the same parameters. */
const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$S7Nz9iPoolh7aVtD/NMoOYw74spbNatRCvRpSTxO4dI$uopjU2CzvP5sR4/pATHMBuRsBhds00hcOZozBSKWX3Y";

/** Hashes and verifies passwords, few at once. Throws `too_many_attempts` if too many wait. */
export class PasswordHashing {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  hash(password: string): Promise<string> {
    return this.#run(() => Bun.password.hash(normalizePassword(password), parameters));
  }

  /**
   * Whether a password has that hash. Takes the same time without a hash, so that the time does not
   * reveal whether an account exists or has a password.
   */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    if (!isPossiblePassword(password)) {
      return false;
    }
    const normalized = normalizePassword(password);
    const isRight = await this.#run(() => Bun.password.verify(normalized, hash ?? dummyHash));
    return isRight && hash !== undefined;
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < runningMax) {
      this.#running++;
    } else if (this.#waiting.length < waitingMax) {
      // The one that ends passes its slot on, so the count stays.
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    } else {
      throw new GatehouseError("too_many_attempts", { retryAfterSeconds });
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#running--;
      } else {
        next();
      }
    }
  }
}
