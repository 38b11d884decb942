import { type ReactElement, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { Icon } from "./icon.tsx";
import { lazily } from "./lazily.tsx";
import type { MenuAction, MenuItems } from "./menu-items.ts";
import type { OpenMenuProps } from "./open-menu.tsx";

const LoadedMenu = lazily<OpenMenuProps>(async () => (await import("./open-menu.tsx")).OpenMenu);

/** The list of a menu whose button is elsewhere; loads with its first use. */
export function MenuAt(props: OpenMenuProps): ReactElement | null {
  const wasOpen = useRef(false);
  wasOpen.current ||= props.isOpen;
  return wasOpen.current ? (
    <Suspense fallback={null}>
      <LoadedMenu {...props} />
    </Suspense>
  ) : null;
}

/** A button that opens a menu. */
export function MenuButton({
  label,
  className,
  align,
  children,
  list,
  isOpen,
  onOpenChange,
}: {
  /** Read aloud for a button without a text. */
  readonly label?: string | undefined;
  readonly className: string;
  readonly align?: "start" | "end";
  readonly children: ReactNode;
  readonly list: () => MenuItems;
  /** For a menu that keys open, too. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}): ReactElement {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const isShown = isOpen ?? own;
  const change = onOpenChange ?? setOwn;
  return (
    <>
      <button
        aria-expanded={isShown}
        aria-haspopup="menu"
        aria-label={label}
        className={className}
        id={id}
        onClick={() => change(!isShown)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            change(true);
          }
        }}
        ref={button}
        title={label}
        type="button"
      >
        {children}
      </button>
      <MenuAt
        anchor={button.current}
        isOpen={isShown}
        list={list}
        onClose={() => change(false)}
        {...(align === undefined ? {} : { align })}
      />
    </>
  );
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
    <MenuButton
      className={trigger === undefined ? "icon-button" : "button button-normal"}
      label={label}
      list={() => ({ kind: "actions", items: actions })}
    >
      {trigger ?? <Icon name="more" />}
    </MenuButton>
  );
}
