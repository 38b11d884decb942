import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  readonly children: ReactNode;
  /** `main`: the one important action of a page part. `plain` looks like a link. */
  readonly look?: "main" | "normal" | "plain" | "danger";
  readonly icon?: IconName;
  readonly isBusy?: boolean;
}

export function Button({
  children,
  look = "normal",
  icon,
  isBusy = false,
  disabled,
  type = "button",
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button
      {...rest}
      aria-busy={isBusy || undefined}
      className={`button button-${look}`}
      disabled={disabled === true || isBusy}
      type={type}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps
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
