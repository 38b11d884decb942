import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { useChange } from "../api/use-answer.ts";
import { usePagePath } from "../environments/environment.ts";
import { Menu } from "../parts/menu.tsx";
import { useSession } from "../session/session.ts";
import { texts } from "../texts.ts";
import { chooseTheme, themes, useTheme } from "./theme.ts";

const themeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** Who is signed in, the colours, and the way out. */
export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }): ReactElement {
  const { user, mode } = useSession();
  const theme = useTheme();
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const signOut = useChange("DELETE /session");
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <Menu
      actions={[
        {
          label: texts.shell.theme[next],
          icon: themeIcons[next],
          onChoose: () => chooseTheme(next),
        },
        { label: texts.shell.shortcuts, icon: "keyboard", onChoose: onShortcuts },
        ...(user === null
          ? []
          : [
              {
                label: texts.shell.account,
                icon: "person" as const,
                onChoose: () => navigate(pagePath("/settings/account")),
              },
              {
                label: texts.shell.signOut,
                icon: "external" as const,
                onChoose: () => signOut.mutate({}),
              },
            ]),
      ]}
      trigger={
        <span className="account">
          <span aria-hidden="true" className="avatar">
            {initials(user?.name ?? texts.product)}
          </span>
          <span className="account-name">{user?.email ?? texts.shell.mode[mode]}</span>
        </span>
      }
    />
  );
}

function initials(name: string): string {
  return name.slice(0, 2).toUpperCase();
}
