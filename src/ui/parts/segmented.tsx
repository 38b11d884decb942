import type { ReactElement, ReactNode } from "react";

/** A choice of few values, all of them visible. */
export function Segmented<Value extends string | number>({
  label,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChoose: (value: Value) => void;
}): ReactElement {
  return (
    <fieldset aria-label={label} className="segmented">
      {choices.map((choice) => (
        <button
          aria-pressed={choice.value === value}
          className="segment"
          key={choice.value}
          onClick={() => onChoose(choice.value)}
          type="button"
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
