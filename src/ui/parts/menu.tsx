import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export interface MenuAction {
  readonly label: string;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  actions,
}: {
  /** Read aloud for a trigger without a text. */
  readonly label?: string;
  readonly trigger?: ReactNode;
  readonly actions: readonly MenuAction[];
}): ReactElement {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger
        aria-label={label}
        className={trigger === undefined ? "icon-button" : "button button-normal"}
        title={label}
      >
        {trigger ?? <Icon name="more" />}
      </BaseMenu.Trigger>
      <MenuPopup actions={actions} />
    </BaseMenu.Root>
  );
}

/** The list, for roots that have several triggers. */
export function MenuPopup({ actions }: { readonly actions: readonly MenuAction[] }): ReactElement {
  return (
    <BaseMenu.Portal>
      <BaseMenu.Positioner align="end" className="menu-place" sideOffset={6}>
        <BaseMenu.Popup className="menu">
          {actions.map(({ label, icon, isDanger, isDisabled, onChoose }) => (
            <BaseMenu.Item
              className={isDanger === true ? "menu-item menu-danger" : "menu-item"}
              disabled={isDisabled === true}
              key={label}
              onClick={onChoose}
            >
              {icon !== undefined && <Icon name={icon} />}
              {label}
            </BaseMenu.Item>
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  );
}
