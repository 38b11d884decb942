import type { State } from "./state.ts";
import type { Token } from "./token.ts";

/** Bounds the memory; clients repeat a DELETE within minutes. */
export const endedPreviewTokensMax = 10_000;

/**
 * The preview tokens that were deleted with their environment, after one more deletion: its usable
 * tokens are added, and the oldest ones are dropped. Storage adapters do the same with their rows.
 */
export function withEndedPreviewTokens(
  { endedPreviewTokens: ended, tokens }: Pick<State, "endedPreviewTokens" | "tokens">,
  environmentId: number,
): State["endedPreviewTokens"] {
  const added = tokens
    .valueSeq()
    .filter((token) => token.environmentId === environmentId && isRemembered(token))
    .toArray()
    .sort((left, right) => left.id - right.id);
  if (added.length === 0) {
    return ended;
  }
  return ended.withMutations((mutable) => {
    for (const { hash } of added) {
      mutable.set(hash, environmentId);
    }
    const surplus = Math.max(mutable.size - endedPreviewTokensMax, 0);
    for (const hash of [...mutable.keySeq().take(surplus)]) {
      mutable.delete(hash);
    }
  });
}

function isRemembered({ isPreview, revokedAt }: Token): boolean {
  return isPreview && revokedAt === null;
}
