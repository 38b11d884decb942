import { actBody, type RecordedAct } from "../../core/model/act.ts";
import type { Change } from "../../core/model/change.ts";
import type { SigningKey } from "../../core/model/signing-key.ts";
import { actHash, bytesOfHex, chainStart, hexOf } from "../chain/chain-hash.ts";
import type { ActQuery } from "../record-reads.ts";

/** At most twice this number is stored; then the older half is removed. */
const keptMin = 10_000;

/** The latest acts and the signing keys of data in memory, oldest first. Audits have no hashes there. */
export class ActLog {
  readonly keys = new Map<string, SigningKey>();
  installation = crypto.randomUUID().replaceAll("-", "");
  #acts: RecordedAct[] = [];

  get latest(): RecordedAct | undefined {
    return this.#acts.at(-1);
  }

  apply(change: Change): void {
    switch (change.kind) {
      case "act.recorded": {
        const { at, sealed } = change.act;
        const body = actBody(
          change.act,
          sealed?.sequence === undefined ? null : { sequence: sealed.sequence, hash: null },
        );
        const { n: last = 0, hash } = this.latest ?? {};
        const previous = hash === undefined ? chainStart : bytesOfHex(hash);
        const n = last + 1;
        this.#add({ n, at, body, hash: hexOf(actHash(previous, { n, at, body })) });
        break;
      }
      case "acts.copied":
        for (const act of change.acts) {
          this.#add(act);
        }
        break;
      case "signing_key.saved":
        this.keys.set(change.key.id, change.key);
        break;
      case "installation.identified":
        this.installation = change.id;
        break;
      default:
        break;
    }
  }

  page({ after, before, limit, isOldestFirst = false }: ActQuery): readonly RecordedAct[] {
    const found = this.#acts.filter(({ n }) => n > after && n < before);
    return (isOldestFirst ? found : found.reverse()).slice(0, limit);
  }

  #add(act: RecordedAct): void {
    this.#acts.push(act);
    if (this.#acts.length > 2 * keptMin) {
      this.#acts = this.#acts.slice(-keptMin);
    }
  }
}
