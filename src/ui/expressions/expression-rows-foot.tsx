import type { ReactElement } from "react";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { BuilderProps } from "./builder-props.ts";
import type { DraftNode } from "./draft-node.ts";
import type { CompletePart } from "./draft-trial.ts";
import { expressionSentence } from "./expression-sentence.ts";
import { incompleteCount } from "./row-problems.ts";

const words = texts.expressionBuilder;

/** The complete conditions as a sentence. */
export function SentenceNote({ part }: { readonly part: CompletePart }): ReactElement {
  return (
    <p className="note expression-sentence">
      <Icon name="info" />
      <span>
        {words.openWhen}
        {expressionSentence(part).map(({ text, isName }, index) =>
          isName ? <strong key={index}>{text}</strong> : text,
        )}
        .
      </span>
    </p>
  );
}

/** The buttons for the row that had the focus last, and how many rows are not complete. */
export function RowsFoot({
  tree,
  problems,
  status,
  buttons,
  advanced,
  onWrap,
  onAdvanced,
}: Pick<BuilderProps, "problems" | "status" | "buttons"> & {
  readonly tree: DraftNode;
  /** Whether the row shows its nested fields; null if it has no other form. */
  readonly advanced: boolean | null;
  readonly onWrap: (() => void) | null;
  readonly onAdvanced: () => void;
}): ReactElement {
  const incomplete = incompleteCount(tree, problems);
  return (
    <div className="expression-foot">
      {buttons}
      <Button disabled={onWrap === null} look="quiet" onClick={() => onWrap?.()}>
        {words.wrap}
        <kbd>{words.wrapKeys}</kbd>
      </Button>
      <Button
        aria-pressed={advanced === true}
        disabled={advanced === null}
        look="quiet"
        onClick={onAdvanced}
      >
        {words.advanced}
      </Button>
      <span
        aria-live="polite"
        className="expression-status"
        data-wrong={(status === "" && incomplete > 0) || undefined}
      >
        {status === "" && incomplete > 0 ? plural(words.incomplete, incomplete) : status}
      </span>
    </div>
  );
}
