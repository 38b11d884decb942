import { useLayoutEffect, useRef } from "react";
import { areLetterKeysOn } from "./letter-keys.ts";

/** By key, such as `/`, `j`, `Control+k` or `Alt+ArrowUp`; `g f` is a key after another one. */
type Shortcuts = Readonly<Record<string, () => void>>;

interface Registered {
  readonly shortcuts: () => Shortcuts;
  readonly isFallback: boolean;
}

/** Those of the page before those of the frame, which are fallbacks. */
const registered = new Set<Registered>();
const sequenceMs = 1_500;
/** A key that may begin a sequence, and until when. */
let begun: { readonly key: string; readonly until: number } | null = null;

/**
 * Keys of the whole page, except while a person types, or in a dialog or a menu. Enter belongs to the
 * focused link or button. A fallback runs only if nothing else has the key.
 */
export function useShortcuts(shortcuts: Shortcuts, { isFallback = false } = {}): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  // Not a later effect: a page that is visible must have its keys.
  useLayoutEffect(() => {
    const own = { shortcuts: () => latest.current, isFallback };
    registered.add(own);
    if (registered.size === 1) {
      document.addEventListener("keydown", onKey);
    }
    return () => {
      registered.delete(own);
      if (registered.size === 0) {
        document.removeEventListener("keydown", onKey);
      }
    };
  }, [isFallback]);
}

function onKey(event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const first = begun !== null && event.timeStamp < begun.until ? begun.key : null;
  if (isModifier(event)) {
    return;
  }
  begun = null;
  if (
    event.defaultPrevented ||
    (isCommand
      ? isInOverlay(event) || (isTyping(event) && fieldKeys.has(event.key.toLowerCase()))
      : isBusyWith(event)) ||
    (!isCommand && !event.altKey && event.key.length === 1 && !areLetterKeysOn())
  ) {
    return;
  }
  const name = nameOf(event);
  const run = (first === null ? undefined : find(`${first} ${name}`)) ?? find(name);
  if (run !== undefined) {
    event.preventDefault();
    run();
  } else if (beginsSequence(name)) {
    begun = { key: name, until: event.timeStamp + sequenceMs };
  }
}

function nameOf({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): string {
  if (ctrlKey || metaKey) {
    return `Control+${key.toLowerCase()}`;
  }
  return altKey ? `Alt+${key}` : key;
}

function isModifier({ key }: KeyboardEvent): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta";
}

function inOrder(): readonly Registered[] {
  // The latest comes first: it is the innermost part of the page.
  return [...registered].reverse().sort((left, right) => +left.isFallback - +right.isFallback);
}

function find(name: string): (() => void) | undefined {
  for (const { shortcuts } of inOrder()) {
    const run = shortcuts()[name];
    if (run !== undefined) {
      return run;
    }
  }
  return undefined;
}

function beginsSequence(name: string): boolean {
  return inOrder().some(({ shortcuts }) =>
    Object.keys(shortcuts()).some((each) => each.startsWith(`${name} `)),
  );
}

const overlays = "[role=dialog], [role=menu], [role=listbox]";
const typing = `input, textarea, select, ${overlays}`;
/** With Ctrl. */
const fieldKeys: ReadonlySet<string> = new Set(["a", "z"]);
const pressing = "a[href], button, summary";

/** In a field Ctrl Z and Ctrl A belong to the field. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/** A dialog has its own keys, such as Ctrl Enter in a review. */
function isInOverlay({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest(overlays) !== null;
}

function isBusyWith({ target, key }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(key === "Enter" ? `${typing}, ${pressing}` : typing) !== null)
  );
}
