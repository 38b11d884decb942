import type { ReactElement, RefObject } from "react";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/texts.ts";

/** Searches while a person types. */
export function FeatureSearch({
  input,
  text,
  onType,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onType: (text: string) => void;
}): ReactElement {
  return (
    <search className="search">
      <Icon name="search" />
      <input
        aria-label={texts.features.search}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") {
            onType("");
            currentTarget.blur();
          } else if (key === "ArrowDown" || key === "Enter") {
            document.querySelector<HTMLElement>("[role=grid]")?.focus();
          }
        }}
        placeholder={texts.features.searchHint}
        ref={input}
        spellCheck={false}
        type="search"
        value={text}
      />
      <kbd>/</kbd>
    </search>
  );
}
