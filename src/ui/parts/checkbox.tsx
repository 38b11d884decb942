import type { ReactElement } from "react";
import { Icon } from "./icon.tsx";

/** A checkbox in a list, whose label is only read aloud. */
export function Checkbox({
  label,
  isChecked,
  isPartly = false,
  onChange,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  /** Whether it stands for several rows of which only some are chosen. */
  readonly isPartly?: boolean;
  readonly onChange: (isChecked: boolean) => void;
}): ReactElement {
  return (
    <button
      aria-checked={isPartly ? "mixed" : isChecked}
      aria-label={label}
      className="checkbox"
      data-checked={isChecked ? "" : undefined}
      data-indeterminate={isPartly ? "" : undefined}
      onClick={() => onChange(!isChecked)}
      role="checkbox"
      type="button"
    >
      {(isChecked || isPartly) && <Icon name={isPartly ? "minus" : "check"} />}
    </button>
  );
}
