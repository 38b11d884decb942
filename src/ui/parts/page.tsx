import { type ReactElement, type ReactNode, useEffect, useId } from "react";
import { texts } from "../texts/texts.ts";

/** The head of a page: its title, further content, and its actions. */
export function PageHead({
  title,
  label,
  before,
  aside,
  children,
}: {
  /** A text, or elements such as the path to the page. */
  readonly title: ReactNode;
  /** The title of the window. */
  readonly label: string;
  /** The path to the page. */
  readonly before?: ReactNode;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = `${label} · ${texts.product}`;
  }, [label]);
  return (
    <header className="page-head">
      {before}
      <h1 className="page-title">{title}</h1>
      {aside}
      <div className="page-actions">{children}</div>
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
