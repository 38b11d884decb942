import type { ReactElement, ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** Explains an empty part of a page, with the command that fills it. */
export function EmptyState({
  icon,
  title,
  children,
  command,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly command?: string;
}): ReactElement {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{title}</p>
      <div className="empty-text">{children}</div>
      {command !== undefined && (
        <div className="command">
          <pre>{command}</pre>
          <CopyButton text={command} />
        </div>
      )}
    </div>
  );
}
