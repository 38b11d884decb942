import type { ReactElement } from "react";
import { retiredTexts } from "../texts/retired-texts.ts";

/** Whether a deletion keeps the key retired. */
export function RetireChoice({
  isChosen,
  onChoose,
}: {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}): ReactElement {
  return (
    <label className="retire-choice">
      <input
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
        type="checkbox"
      />
      <span>
        {retiredTexts.keep}
        <small className="hint">{retiredTexts.keepText}</small>
      </span>
    </label>
  );
}
