import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { BulkChange } from "../../api/admin/contract/bulk-models.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { type Offer, showDone } from "../api/toast-manager.ts";
import { showUndoable } from "../api/undo-last.ts";
import { useSettled } from "../parts/use-settled.ts";
import { useEnvironments } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { bulkTexts } from "../texts/bulk-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import type { BulkKind } from "./bulk-kinds.ts";
import { canUndo, undoBulkChange } from "./undo-bulk-change.ts";

const { bulk: words } = bulkTexts;

type BulkAnswer = AnswerOf<"POST /environments/:environment/bulk">;

const previewRoute = "POST /environments/:environment/bulk/preview";
export type PreviewOfBulk = AnswerOf<typeof previewRoute>;

/** The preview of a change; a little after the last key press. Null without a change. */
export function useBulkPreview(
  keys: readonly string[],
  change: BulkChange | null,
): UseQueryResult<PreviewOfBulk, CallError> & { readonly isLatest: boolean } {
  const { environment } = useEnvironments();
  const text = JSON.stringify(change);
  const settled = useSettled(text, pauseMs);
  const body = { keys: [...keys], change: change ?? {} };
  const input = { params: { environment: environment.id }, body };
  const query = useQuery<PreviewOfBulk, CallError>({
    queryKey: [previewRoute, environment.id, keys, settled],
    queryFn: ({ signal }) => call(previewRoute, input, signal),
    enabled: change !== null && settled === text,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return { ...query, isLatest: settled === text && !query.isFetching && !query.isPlaceholderData };
}

const pauseMs = 200;
const keysNamed = 3;

/** Returns a function that shows what a change did, with its undo. */
export function useBulkResult(kind: BulkKind): (answer: BulkAnswer, count: number) => void {
  const { environments } = useEnvironments();
  const [, navigate] = useLocation();
  return (answer, count) => {
    const done = fill(words.done[kind], { changed: answer.changed, count });
    const target = environments.find(({ id }) => id === answer.environmentId);
    const show: Offer | undefined =
      answer.audit === null || target === undefined
        ? undefined
        : { label: words.show, onChoose: () => navigate(pathIn(target, "/audits")) };
    const text = [done, ...unchangedTexts(answer), ...missingText(answer.missing)].join(" ");
    if (canUndo(answer)) {
      showUndoable(text, () => undoBulkChange(answer), show);
    } else {
      showDone(text, undefined, show);
    }
  };
}

/** Why features stay as they are. */
export function unchangedTexts({
  unchangedBecause,
}: Pick<BulkAnswer, "unchangedBecause">): readonly string[] {
  return unchangedBecause.map(({ reason, count }) => `${plural(words.unchanged[reason], count)}.`);
}

function missingText(missing: readonly string[]): readonly string[] {
  if (missing.length === 0) {
    return [];
  }
  const named = missing.slice(0, keysNamed).join(", ");
  const count = missing.length - keysNamed;
  const keys = count > 0 ? fill(words.andMore, { keys: named, count }) : named;
  return [fill(plural(words.deletedMeanwhile, missing.length), { keys })];
}
