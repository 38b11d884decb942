import type { RecordedAct } from "../../core/model/act.ts";
import type { Change } from "../../core/model/change.ts";
import type { SigningKey } from "../../core/model/signing-key.ts";
import { byteaText } from "./escaped-text.ts";
import type { WrittenRows } from "./written-rows.ts";

/** The signing keys, the copied acts and the name of an installation that a batch writes. */
export class NetRecordRows {
  readonly #copied: RecordedAct[] = [];
  #installation: string | undefined;
  /** The last state of each key. */
  readonly #keys = new Map<string, SigningKey>();

  apply(change: Change): void {
    switch (change.kind) {
      case "signing_key.saved":
        this.#keys.set(change.key.id, change.key);
        break;
      case "acts.copied":
        for (const act of change.acts) {
          this.#copied.push(act);
        }
        break;
      case "installation.identified":
        this.#installation = change.id;
        break;
      default:
        break;
    }
  }

  *rows(): WrittenRows {
    if (this.#installation !== undefined) {
      yield ["installation", { id: 1, uuid: this.#installation }];
    }
    for (const { n, at, body, hash } of this.#copied) {
      yield ["acts copied", { n, at, body, hash: byteaText(hash) }];
    }
    for (const { id, publicKey, sealed, createdAt, replacedAt } of this.#keys.values()) {
      const times = { created_at: createdAt, replaced_at: replacedAt };
      yield ["signing keys", { id, public: publicKey, sealed, ...times }];
    }
  }
}
