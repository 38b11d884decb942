import { type ReactElement, type ReactNode, useEffect, useId } from "react";
import { texts } from "../texts/texts.ts";

/** The sticky head of a page: the way to it, its title, its actions, and its tabs. */
export function PageHead({
  title,
  label,
  before,
  aside,
  tabs,
  children,
}: {
  /** A text, or elements such as a choice. */
  readonly title: ReactNode;
  /** The title of the window. */
  readonly label: string;
  /** The path to the page. */
  readonly before?: ReactNode;
  /** Next to the title, such as a state. */
  readonly aside?: ReactNode;
  readonly tabs?: ReactNode;
  /** The actions. */
  readonly children?: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = `${label} · ${texts.product}`;
  }, [label]);
  return (
    <header className="page-head">
      <div className="page-bar">
        {before}
        <h1 className="page-title" tabIndex={-1}>
          {title}
        </h1>
        {aside}
        <div className="page-actions">{children}</div>
      </div>
      {tabs}
    </header>
  );
}

export function Card({
  title,
  afterTitle,
  aside,
  children,
  isFlush = false,
}: {
  readonly title?: ReactNode;
  /** Further content, such as a count, which is not part of the title. */
  readonly afterTitle?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Whether the content has no space around it, for tables and lists. */
  readonly isFlush?: boolean;
}): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={title === undefined ? undefined : id} className="card">
      {title !== undefined && (
        <header className="card-head">
          <h2 className="card-title" id={id}>
            {title}
          </h2>
          {afterTitle}
          <div className="card-aside">{aside}</div>
        </header>
      )}
      <div className={isFlush ? "card-flush" : "card-body"}>{children}</div>
    </section>
  );
}
