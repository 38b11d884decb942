import type { Rate } from "../../core/rates/rate.ts";
import type { ShortLivedStorage } from "../../storage/short-lived-storage.ts";
import type { SignInMethod } from "../commands/session-commands.ts";
import type { Writer } from "../writer/writer.ts";
import { type RequestFacts, sessionOrigin } from "./request-facts.ts";

/** Of one member: 10 acts in one burst, then one in 10 minutes. */
const memberRate: Rate = { burst: 10, perSecond: 1 / 600 };
/** Of all members: 100 acts in one burst, then one a minute. */
const allRate: Rate = { burst: 100, perSecond: 1 / 60 };

export interface FailedSignIn extends RequestFacts {
  /** Undefined for an account that does not exist: anybody could fill the record with such acts. */
  readonly userId: number | undefined;
  readonly method: SignInMethod;
}

/**
 * Records failed attempts to sign in as a member, within limits. Nobody waits for it: the time of an
 * answer must not reveal whether the account exists.
 */
export class FailedSignIns {
  readonly #writer: Writer;
  readonly #counts: ShortLivedStorage;

  constructor(writer: Writer, counts: ShortLivedStorage) {
    this.#writer = writer;
    this.#counts = counts;
  }

  note({ userId, method, ...facts }: FailedSignIn): void {
    if (userId !== undefined) {
      // The writer reports a failed commit.
      this.#record(userId, method, facts).catch(() => undefined);
    }
  }

  async #record(user: number, method: SignInMethod, facts: RequestFacts): Promise<void> {
    const limits = [
      { key: `failed ${user}`, rate: memberRate },
      { key: "failed", rate: allRate },
    ];
    for (const limit of limits) {
      if ((await this.#counts.take(limit)) > 0) {
        return;
      }
    }
    const { address, userAgent } = sessionOrigin(facts);
    await this.#writer.submit((draft) => {
      draft.recordAct({
        kind: "sign_in.failed",
        details: { user, method, address, user_agent: userAgent },
      });
    });
  }
}
