import type { ReactElement, ReactNode } from "react";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { DraftState } from "./use-gate-draft.ts";

const words = texts.gates;

/** Reports that another person changed the gate, before the draft overwrites it. */
export function ConflictNotice({
  draft,
  now,
}: {
  readonly draft: DraftState;
  /** The current gate, in words. */
  readonly now: string;
}): ReactElement | null {
  return draft.isConflict ? (
    <div className="conflict" role="alert">
      <Icon name="warning" />
      <p>
        <b>{words.conflict}</b> {fill(words.now, { value: now })}
      </p>
      <Button onClick={draft.discard}>{words.useTheirs}</Button>
      <Button onClick={draft.keepMine}>{words.keepMine}</Button>
    </div>
  ) : null;
}

/** The buttons of a gate that is saved as a whole; their space is always reserved. */
export function GateFoot({
  draft,
  status,
  action,
  isBusy,
  isWrong = false,
  onApply,
}: {
  readonly draft: DraftState;
  readonly status?: ReactNode;
  readonly action: string;
  readonly isBusy: boolean;
  readonly isWrong?: boolean;
  readonly onApply: () => void;
}): ReactElement {
  return (
    <footer className="gate-foot">
      <div aria-live="polite" className="gate-status">
        {status}
        {draft.isDirty && (
          <span className="unsaved">{draft.isRestored ? words.restored : words.unsaved}</span>
        )}
      </div>
      {draft.isDirty && (
        <Button look="plain" onClick={draft.discard}>
          {texts.expressionBuilder.discard}
        </Button>
      )}
      <Button
        disabled={!draft.isDirty || draft.isConflict || isWrong}
        isBusy={isBusy}
        look={draft.isDirty ? "main" : "normal"}
        onClick={onApply}
      >
        {action}
      </Button>
    </footer>
  );
}
