import { type ReactElement, type RefObject, useEffect, useState } from "react";
import { Icon } from "../parts/icon.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { texts } from "../texts.ts";

const urlDelayMs = 200;

/** Searches while a person types; the URL follows a little later. */
export function FeatureSearch({
  input,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
}): ReactElement {
  const [params, setQuery] = useQueryState();
  const inUrl = params.get("q") ?? "";
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  if (seen !== inUrl) {
    setSeen(inUrl);
    setText(inUrl);
  }
  useEffect(() => {
    if (text === inUrl) {
      return undefined;
    }
    const timer = setTimeout(() => setQuery({ q: text }), text === "" ? 0 : urlDelayMs);
    return () => clearTimeout(timer);
  });
  return (
    <search className="search">
      <Icon name="search" />
      <input
        aria-label={texts.features.search}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") {
            setText("");
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
