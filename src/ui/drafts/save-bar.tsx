import type { ReactElement } from "react";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Bar } from "../parts/bar.tsx";
import { Button } from "../parts/button.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { DraftOfFeature } from "./use-feature-draft.ts";

const { drafts: words } = texts;

/** Shows how many changes are not saved. Important changes are reviewed before they are applied. */
export function SaveBar({
  draft,
  isBusy,
  needsReview,
  onSave,
  onReview,
  onShow,
}: {
  readonly draft: DraftOfFeature;
  readonly isBusy: boolean;
  readonly needsReview: boolean;
  readonly onSave: () => void;
  readonly onReview: () => void;
  /** Shows the first gate that keeps the draft from being saved. */
  readonly onShow: () => void;
}): ReactElement | null {
  const environment = useEnvironment();
  const { edited, incomplete, conflicts } = draft;
  if (edited.length === 0) {
    return null;
  }
  const isBlocked = incomplete.length + conflicts.length > 0;
  return (
    <Bar label={words.title}>
      <span className="bar-text">
        <EnvironmentDot environment={environment} />
        <strong>{plural(words.changes, edited.length)}</strong>
        <span className="bar-soft">
          {fill(words.inEnvironment, { environment: environment.name })}
          {incomplete.length > 0
            ? words.incomplete
            : conflicts.length > 0
              ? words.conflict
              : words.kept}
        </span>
      </span>
      {isBlocked && <Button onClick={onShow}>{words.show}</Button>}
      <Button onClick={draft.discard}>{words.discard}</Button>
      {!needsReview && (
        <Button disabled={isBlocked} onClick={onReview}>
          {words.review}
        </Button>
      )}
      <Button
        disabled={isBlocked}
        isBusy={isBusy}
        look="main"
        onClick={needsReview ? onReview : onSave}
      >
        {needsReview ? words.review : words.save}
        <kbd>{words.reviewKeys}</kbd>
      </Button>
    </Bar>
  );
}
