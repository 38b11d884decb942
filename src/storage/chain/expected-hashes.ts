import type { ChainHead } from "../../core/model/act.ts";
import type { ExpectedHash } from "./chain-follower.ts";

/** The hashes that checkpoints and acts have of audits. */
export class ExpectedHashes {
  /** By environment and sequence. */
  readonly #hashes = new Map<number, Map<number, ExpectedHash>>();

  /** Returns false if another hash was expected there. */
  add(environment: number, { sequence, hash }: ChainHead, reason: string): boolean {
    if (hash === null || sequence === 0) {
      return true;
    }
    const expected = this.#hashes.get(environment) ?? new Map<number, ExpectedHash>();
    const known = expected.get(sequence);
    expected.set(sequence, { hash, reason });
    this.#hashes.set(environment, expected);
    return known === undefined || known.hash === hash;
  }

  /** The hashes of an environment from an audit on, by sequence. */
  from(environment: number, sequence: number): ReadonlyMap<number, ExpectedHash> {
    const expected = this.#hashes.get(environment) ?? [];
    return new Map([...expected].filter(([each]) => each >= sequence));
  }

  /** Each environment with its last audit that has an expected hash. */
  get lasts(): readonly (readonly [environment: number, sequence: number])[] {
    return Array.from(this.#hashes, ([id, expected]) => [id, Math.max(...expected.keys())]);
  }
}
