import type { ReactElement, ReactNode } from "react";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/texts.ts";

/** A step of the checklist; its content is below while it is open. */
export function Step({
  number,
  isDone,
  isNext,
  title,
  about,
  aside,
  children,
}: {
  readonly number: number;
  readonly isDone: boolean;
  /** Whether it is the first that is left. */
  readonly isNext: boolean;
  readonly title: string;
  readonly about?: ReactNode;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const state = isDone ? "done" : isNext ? "now" : "later";
  return (
    <li className="start-step" data-state={state}>
      <div className="start-step-head">
        <span className="start-mark">{isDone ? <Icon name="check" /> : number}</span>
        <p className="start-step-text">
          {isDone && <span className="visually-hidden">{texts.firstRun.isDone} </span>}
          <span className="start-step-title">{title}</span> <span className="faint">{about}</span>
        </p>
        {aside}
      </div>
      {children !== undefined && children !== false && (
        <div className="start-step-body">{children}</div>
      )}
    </li>
  );
}
