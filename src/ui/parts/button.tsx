import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  readonly children: ReactNode;
  /** `main`: the one important action of a page part. `plain` looks like a link. */
  readonly look?: "main" | "normal" | "plain" | "quiet" | "danger" | "quiet-danger";
  readonly icon?: IconName;
  readonly isBusy?: boolean;
  /** For rows and notes. */
  readonly isSmall?: boolean;
}

export function Button({
  children,
  look = "normal",
  icon,
  isBusy = false,
  isSmall = false,
  type = "button",
  onClick,
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      {...rest}
      aria-busy={isBusy || undefined}
      // Not `disabled` while it is busy: the focus would be lost.
      aria-disabled={isBusy || undefined}
      className={`button button-${look}${isSmall ? " button-small" : ""}`}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      type={type}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps
  extends Omit<ComponentProps<"button">, "className" | "children" | "aria-label"> {
  readonly icon: IconName;
  /** Read aloud, and shown as a tooltip. */
  readonly label: string;
}

export function IconButton({
  icon,
  label,
  type = "button",
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <button {...rest} aria-label={label} className="icon-button" title={label} type={type}>
      <Icon name={icon} />
    </button>
  );
}
