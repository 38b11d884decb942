import type { ReactElement, ReactNode } from "react";
import { Avatar } from "../parts/avatar.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";

/** What a person or a program did or said, in a conversation. */
export interface Said {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly name: string;
  readonly isProgram: boolean;
  /** Such as "approved"; empty for a comment. */
  readonly what: string;
  readonly content: ReactNode;
}

export function SaidLine({
  said: { name, isProgram, what, at, content },
  after,
}: {
  readonly said: Said;
  /** After the time, such as a menu. */
  readonly after?: ReactNode;
}): ReactElement {
  return (
    <li>
      <Avatar isProgram={isProgram} name={name} />
      <div>
        <p className="said-head">
          <span>
            <b>{name}</b> {what}{" "}
            <span className="faint">
              <RelativeTime at={at} />
            </span>
          </span>
          {after}
        </p>
        {content}
      </div>
    </li>
  );
}
