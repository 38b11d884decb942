import type { ReactNode } from "react";
import type { IconName } from "./icon.tsx";

interface ItemLook {
  readonly label: string;
  /** Elements before and after the label, such as a dot and a count. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly isDisabled?: boolean;
}

export interface MenuAction extends ItemLook {
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly onChoose: () => void;
}

/** One of several that can be chosen together; the menu stays open. */
export interface MenuCheck extends ItemLook {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** One of several of which one is chosen. */
interface MenuRadio extends ItemLook {
  readonly value: string;
}

export type MenuItems =
  | { readonly kind: "actions"; readonly items: readonly MenuAction[] }
  | { readonly kind: "checks"; readonly items: readonly MenuCheck[] }
  | {
      readonly kind: "radios";
      readonly value: string;
      readonly items: readonly MenuRadio[];
      readonly onChoose: (value: string) => void;
    }
  | {
      readonly kind: "menus";
      readonly menus: readonly { readonly label: string; readonly list: () => MenuItems }[];
    };
