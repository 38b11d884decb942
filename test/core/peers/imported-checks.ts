import type { CheckInputs } from "../../../src/core/evaluation/actor-check.ts";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { importFromPeer } from "../../../src/core/peers/import-from-peer.ts";
import type { PeerImport, PeerOptions } from "../../../src/core/peers/peer-import.ts";
import { checkOf } from "../evaluation/check-inputs.ts";

/** An import as a test reads it, whose features can be checked. */
export class ImportedChecks {
  readonly imported: PeerImport;
  readonly #toggles: ReadonlyMap<string, Toggle>;

  constructor(document: unknown, peer: string | undefined, options: PeerOptions = {}) {
    this.imported = importFromPeer(document, peer, options);
    this.#toggles = new Map(
      this.imported.features.flatMap(({ key, gates }) =>
        gates === null ? [] : [[key, new Toggle(key, gates)]],
      ),
    );
  }

  /** Whether a feature is enabled; an actor without an id stands for a check without an actor. */
  isEnabled(key: string, properties: Actor["properties"], inputs: Partial<CheckInputs> = {}) {
    const toggle = this.#toggles.get(key);
    const { flipper_id: id } = properties;
    const actors = typeof id === "string" ? [{ flipperId: id, properties }] : [];
    return toggle !== undefined && checkOf(this.#toggles, actors, inputs).isEnabled(toggle);
  }

  /** `exact`, or the class with its reasons: `narrower: …; …`. */
  report(key: string): string {
    const feature = this.imported.features.find((each) => each.key === key);
    const reasons = feature?.reasons.join("; ") ?? "";
    return `${feature?.class ?? "missing"}${reasons === "" ? "" : `: ${reasons}`}`;
  }

  gates(key: string) {
    return this.imported.features.find((each) => each.key === key)?.gates;
  }
}
