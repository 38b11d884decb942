import { type ReactElement, type ReactNode, useEffect } from "react";
import { Mark } from "../parts/mark.tsx";
import { texts } from "../texts/texts.ts";

/** A page without the sidebar, before sign-in. */
export function SignInFrame({
  title,
  isHostShown = false,
  children,
}: {
  readonly title: string;
  /** Whether the address of the server is below the title. */
  readonly isHostShown?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <div className="sign-in-head">
          <Mark isLarge />
          <h1>{title}</h1>
          {isHostShown && <p className="faint">{window.location.host}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
