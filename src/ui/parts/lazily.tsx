import { type ComponentType, lazy, type ReactElement, useState } from "react";

const loads: (() => Promise<unknown>)[] = [];

/**
 * A component in a file of its own, which loads at its first use, or when the page has nothing to do.
 * Once it is loaded, it is shown without a wait.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  let Loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    Loaded = await load();
    return { default: Loaded };
  };
  const Loading = lazy(loadOnce);
  loads.push(loadOnce);
  return function Lazily(props) {
    // Chosen once: another component would lose the state of this one.
    const [Part] = useState(() => Loaded ?? Loading);
    return <Part {...props} />;
  };
}

/** Loads what will be used, so that menus and dialogs open immediately and without a connection. */
export function loadParts(): void {
  for (const load of loads) {
    // A failure is reported when the part is used.
    load().catch(() => undefined);
  }
}

const waitMs = 2_000;

export function loadPartsWhenIdle(): () => void {
  const timer = setTimeout(loadParts, waitMs);
  return () => clearTimeout(timer);
}
