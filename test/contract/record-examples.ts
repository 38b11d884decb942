import type { Act } from "../../src/core/model/act.ts";
import type { Change, RecordChange } from "../../src/core/model/change.ts";
import type { SigningKey } from "../../src/core/model/signing-key.ts";
import { strangeTexts } from "./sample-entities.ts";

export function act(values: Partial<Act> = {}): Act {
  const actor = { type: "User", id: "1" } as const;
  return { kind: "group.added", actor, at: 1_700_000_000_000, details: {}, ...values };
}

export function signingKey(id: string, values: Partial<SigningKey> = {}): SigningKey {
  return { id, publicKey: `public ${id}`, sealed: "", createdAt: 1, replacedAt: null, ...values };
}

export function recorded(values: Partial<Act> = {}): Change {
  return { kind: "act.recorded", act: act(values) };
}

type RecordRows = Readonly<
  Record<RecordChange["kind"], Readonly<Record<string, readonly Change[]>>>
>;

/** Changes of the record, as in `changeExamples`; no state has them. */
export const recordExamples: RecordRows = {
  "act.recorded": {
    "with every text": strangeTexts.map((text) => recorded({ details: { text }, reason: text })),
    "with everything": [
      recorded({
        actor: { type: "Shell", id: null },
        environmentId: 1,
        reason: "Why",
        links: ["https://example.com/1"],
        sealed: { environmentId: 1 },
      }),
    ],
  },
  "acts.copied": {
    two: [
      {
        kind: "acts.copied",
        acts: [1, 2].map((n) => ({ n, at: 1, body: "{}", hash: "00".repeat(32) })),
      },
    ],
  },
  "signing_key.saved": {
    one: [{ kind: "signing_key.saved", key: signingKey("a") }],
    replaced: [
      { kind: "signing_key.saved", key: signingKey("a") },
      { kind: "signing_key.saved", key: signingKey("a", { replacedAt: 2 }) },
    ],
  },
  "installation.identified": { once: [{ kind: "installation.identified", id: "an id" }] },
};
