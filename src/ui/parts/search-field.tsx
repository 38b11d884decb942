import type { ReactElement } from "react";
import { Icon } from "./icon.tsx";

/** Filters the rows of a page during typing. */
export function SearchField({
  label,
  text,
  onType,
}: {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
}): ReactElement {
  return (
    <search className="search">
      <Icon name="search" />
      <input
        aria-label={label}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === "Escape" && onType("")}
        placeholder={label}
        spellCheck={false}
        type="search"
        value={text}
      />
    </search>
  );
}
