import type { ReactElement } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { MenuAt } from "../parts/menu.tsx";
import { texts } from "../texts/texts.ts";

const { features: words } = texts;

/** The row whose menu is open, and its button. */
export interface RowMenu {
  readonly row: FeatureRow;
  readonly button: HTMLElement;
}

/** One menu for all rows: thousands of menus would be slow. */
export function FeatureRowMenu({
  menu,
  onClose,
  onOpen,
  onSwitch,
}: {
  readonly menu: RowMenu | null;
  readonly onClose: () => void;
  readonly onOpen: (row: FeatureRow) => void;
  readonly onSwitch: (row: FeatureRow) => void;
}): ReactElement {
  return (
    <MenuAt
      anchor={menu?.button ?? null}
      isOpen={menu !== null}
      list={() => ({ kind: "actions", items: menu === null ? [] : actionsOf(menu.row) })}
      onClose={onClose}
    />
  );

  function actionsOf(row: FeatureRow) {
    return [
      { label: words.open, icon: "right" as const, onChoose: () => onOpen(row) },
      {
        label: row.state === "on" ? words.disable : words.enable,
        onChoose: () => onSwitch(row),
      },
    ];
  }
}
