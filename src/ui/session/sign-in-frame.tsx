import { type ReactElement, type ReactNode, useEffect } from "react";
import { Mark } from "../parts/mark.tsx";
import { texts } from "../texts/texts.ts";

/** A page without the sidebar, before sign-in. */
export function SignInFrame({
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
    <main className="sign-in">
      <div className="sign-in-card">
        <Mark isLarge />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
