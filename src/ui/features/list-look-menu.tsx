import type { ReactElement } from "react";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Icon } from "../parts/icon.tsx";
import { MenuButton } from "../parts/menu.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { texts } from "../texts/texts.ts";
import { hasSpaceForEnvironment, type ListColumns } from "./list-columns.ts";
import { useListLook } from "./use-list-look.ts";

const { features: words } = texts;

const densities = [
  { value: "compact", icon: "rows", text: words.compact },
  { value: "comfortable", icon: "tallRows", text: words.comfortable },
] as const;

/** The height of the rows, and the columns. */
export function ListLookMenu({ columns }: { readonly columns: ListColumns }): ReactElement {
  const [{ density }, change] = useListLook();
  return (
    <span className="list-look">
      <Segmented
        choices={densities.map(({ value, icon, text }) => ({
          value,
          label: (
            <span title={text}>
              <Icon name={icon} />
              <span className="visually-hidden">{text}</span>
            </span>
          ),
        }))}
        label={words.density}
        onChoose={(chosen) => change({ density: chosen })}
        value={density}
      />
      <ColumnMenu columns={columns} />
    </span>
  );
}

function ColumnMenu({
  columns: { possible, chosen },
}: {
  readonly columns: ListColumns;
}): ReactElement {
  const [, change] = useListLook();
  const ids = new Set<string>(chosen.map(({ id }) => id));
  const hasSpace = hasSpaceForEnvironment(chosen);
  return (
    <MenuButton
      className="icon-button"
      label={words.chooseColumns}
      list={() => ({
        kind: "checks",
        items: possible.map(({ id, label, environment }) => ({
          label,
          before: environment !== undefined && <EnvironmentDot environment={environment} />,
          isChecked: ids.has(id),
          isDisabled: environment !== undefined && !ids.has(id) && !hasSpace,
          onChange: (isChosen) =>
            change({
              columns: possible
                .map((column) => column.id)
                .filter((each) => (each === id ? isChosen : ids.has(each))),
            }),
        })),
      })}
    >
      <Icon name="columns" />
    </MenuButton>
  );
}
