import { type ReactElement, useRef } from "react";
import { Icon } from "./icon.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/**
 * Filters the rows of a page during typing; Escape clears it. With `onLeave`, which moves the focus
 * to the rows, `/` moves it to the field, and `↓`, Enter and a second Escape move it back.
 */
export function SearchField({
  label,
  hint = label,
  text,
  onType,
  onLeave,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly onLeave?: () => void;
}): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(onLeave === undefined ? {} : { "/": () => input.current?.focus() });
  return (
    <search className="search">
      <Icon name="search" />
      <input
        aria-label={label}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          const { key } = event;
          if (key === "Escape" && text !== "") {
            onType("");
          } else if (leavingKeys.has(key) && onLeave !== undefined) {
            event.preventDefault();
            onLeave();
          }
        }}
        placeholder={hint}
        ref={input}
        spellCheck={false}
        type="search"
        value={text}
      />
      {onLeave !== undefined && <kbd>/</kbd>}
    </search>
  );
}

const leavingKeys: ReadonlySet<string> = new Set(["ArrowDown", "Enter", "Escape"]);
