import type { ReactElement, ReactNode } from "react";
import { useFocusAfter } from "./page-heading.ts";

/** The dark bar at the bottom of a page, such as for unsaved changes. */
export function Bar({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  const part = useFocusAfter<HTMLElement>();
  return (
    <section aria-label={label} className="bar" ref={part}>
      {children}
    </section>
  );
}
