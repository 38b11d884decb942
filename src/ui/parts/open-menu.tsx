import { Menu } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useMemo } from "react";
import { Icon } from "./icon.tsx";
import type { MenuAction, MenuCheck, MenuItems } from "./menu-items.ts";

export interface OpenMenuProps {
  /** The button that opened the menu, which gets the focus again. */
  readonly anchor: HTMLElement | null;
  readonly isOpen: boolean;
  readonly align?: "start" | "end";
  readonly list: () => MenuItems;
  readonly onClose: () => void;
}

/** The list of a menu, at its button. */
export function OpenMenu({
  anchor,
  isOpen,
  align = "end",
  list,
  onClose,
}: OpenMenuProps): ReactElement {
  // A choice can move the button, but must not move the menu under the pointer.
  const place = useMemo(() => (isOpen ? placeOf(anchor) : null), [anchor, isOpen]);
  return (
    <Menu.Root onOpenChange={(opens) => !opens && onClose()} open={isOpen}>
      <Popup align={align} anchor={anchor} place={place}>
        {isOpen && <List items={list()} />}
      </Popup>
    </Menu.Root>
  );
}

function placeOf(anchor: HTMLElement | null) {
  const place = anchor?.getBoundingClientRect();
  return place === undefined ? null : { getBoundingClientRect: () => place };
}

function Popup({
  anchor,
  place,
  align,
  children,
}: {
  readonly anchor?: HTMLElement | null;
  /** Where the anchor was when the menu was opened. */
  readonly place?: ReturnType<typeof placeOf>;
  readonly align?: "start" | "end";
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Menu.Portal>
      <Menu.Positioner
        {...(anchor === undefined ? {} : { anchor: place ?? anchor })}
        {...(align === undefined ? {} : { align })}
        className="menu-place"
        sideOffset={6}
      >
        <Menu.Popup
          aria-labelledby={anchor?.id}
          className="menu"
          {...(anchor === undefined ? {} : { finalFocus: () => anchor })}
        >
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

function List({ items }: { readonly items: MenuItems }): ReactElement {
  switch (items.kind) {
    case "actions":
      return (
        <>
          {items.items.map((action) => (
            <ActionItem action={action} key={action.label} />
          ))}
        </>
      );
    case "checks":
      return (
        <>
          {items.items.map((check) => (
            <CheckItem check={check} key={check.label} />
          ))}
        </>
      );
    case "radios":
      return (
        <Menu.RadioGroup
          onValueChange={(value: string) => items.onChoose(value)}
          value={items.value}
        >
          {items.items.map(({ value, label, before, after }) => (
            <Menu.RadioItem className="menu-item" closeOnClick={true} key={value} value={value}>
              {before}
              <span className="menu-text">{label}</span>
              {after}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      );
    case "menus":
      return (
        <>
          {items.menus.map(({ label, list }) => (
            <Menu.SubmenuRoot key={label}>
              <Menu.SubmenuTrigger className="menu-item">
                <span className="menu-text">{label}</span>
                <Icon name="right" />
              </Menu.SubmenuTrigger>
              <Popup>
                <Submenu list={list} />
              </Popup>
            </Menu.SubmenuRoot>
          ))}
        </>
      );
  }
}

/** Counts its items only while it is open. */
function Submenu({ list }: { readonly list: () => MenuItems }): ReactElement {
  return <List items={list()} />;
}

function ActionItem({
  action: { label, icon, before, after, isDanger = false, isDisabled = false, onChoose },
}: {
  readonly action: MenuAction;
}): ReactElement {
  return (
    <Menu.Item
      className={isDanger ? "menu-item menu-danger" : "menu-item"}
      disabled={isDisabled}
      onClick={onChoose}
    >
      {icon !== undefined && <Icon name={icon} />}
      {before}
      <span className="menu-text">{label}</span>
      {after}
    </Menu.Item>
  );
}

function CheckItem({
  check: { label, before, after, isChecked, isDisabled = false, onChange },
}: {
  readonly check: MenuCheck;
}): ReactElement {
  return (
    <Menu.CheckboxItem
      checked={isChecked}
      className="menu-item menu-check"
      closeOnClick={false}
      disabled={isDisabled}
      onCheckedChange={(checked) => onChange(checked)}
    >
      <span aria-hidden="true" className="checkbox" data-checked={isChecked ? "" : undefined}>
        {isChecked && <Icon name="check" />}
      </span>
      {before}
      <span className="menu-text">{label}</span>
      {after}
    </Menu.CheckboxItem>
  );
}
