import { Menu } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { MenuPopup } from "../parts/menu.tsx";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useMay } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import type { SwitchRequest } from "./switch-feature.tsx";

const { features: words } = texts;

/** One menu for all rows: thousands of menus would be slow. */
export function FeatureRowMenu({
  menu,
  onSwitch,
}: {
  readonly menu: Menu.Handle<FeatureRow>;
  readonly onSwitch: (request: SwitchRequest) => void;
}): ReactElement {
  const mayChange = useMay("member");
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  return (
    <Menu.Root handle={menu}>
      {({ payload: row }) =>
        row !== undefined && (
          <MenuPopup
            actions={[
              {
                label: words.open,
                icon: "right",
                onChoose: () => navigate(pagePath(featurePath(row.key))),
              },
              ...(mayChange
                ? [
                    {
                      label: row.state === "on" ? words.disable : words.enable,
                      onChoose: () => onSwitch({ key: row.key, enables: row.state !== "on" }),
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    </Menu.Root>
  );
}
