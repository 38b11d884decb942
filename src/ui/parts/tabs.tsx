import { type ReactElement, type ReactNode, useEffect, useRef } from "react";

/** Links to the parts of a page, in its head. The chosen one is visible, also on a phone. */
export function Tabs({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  const list = useRef<HTMLElement>(null);
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = list;
    const chosen = current?.querySelector<HTMLElement>("[aria-current=page]") ?? null;
    if (current !== null && chosen !== null && chosen !== shown.current) {
      shown.current = chosen;
      current.scrollLeft = chosen.offsetLeft - (current.clientWidth - chosen.offsetWidth) / 2;
    }
  });
  return (
    <nav aria-label={label} className="tabs" ref={list}>
      {children}
    </nav>
  );
}
