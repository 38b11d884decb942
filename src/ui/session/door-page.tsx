import { type ReactElement, type ReactNode, useEffect } from "react";
import { texts } from "../texts.ts";

/** A page without the sidebar: before somebody is signed in. */
export function DoorPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <svg aria-hidden="true" className="mark mark-large" viewBox="0 0 24 24">
          <path d="M4 21V10a8 8 0 0 1 16 0v11M4 13h16M9 13v5M12 13v5M15 13v5" />
        </svg>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
