import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { CallError, call } from "../api/call.ts";
import { pageFacts } from "../api/page-facts.ts";
import { showError } from "../api/toast-manager.ts";
import { Menu } from "../parts/menu.tsx";
import { usePagePath } from "../paths/environment.ts";
import { dropAllDrafts } from "../session/kept-drafts.ts";
import { useSession } from "../session/session.ts";
import { chooseTheme, themes, useTheme } from "../session/theme.ts";
import { texts } from "../texts/texts.ts";

const themeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** Shows the person's name, with the colours and signing out. */
export function AccountMenu({ onShortcuts }: { readonly onShortcuts: () => void }): ReactElement {
  const { user, mode } = useSession();
  const theme = useTheme();
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <Menu
      actions={[
        {
          label: texts.app.theme[next],
          icon: themeIcons[next],
          onChoose: () => chooseTheme(next),
        },
        { label: texts.app.shortcuts, icon: "keyboard", onChoose: onShortcuts },
        ...(user === null
          ? []
          : [
              {
                label: texts.app.account,
                icon: "person" as const,
                onChoose: () => navigate(pagePath("/settings/account")),
              },
              {
                label: texts.app.signOut,
                icon: "external" as const,
                onChoose: () => void signOut(),
              },
            ]),
      ]}
      trigger={
        <span className="account">
          <span aria-hidden="true" className="avatar">
            {initials(user?.name ?? texts.product)}
          </span>
          <span className="account-name">{user?.email ?? texts.app.mode[mode]}</span>
        </span>
      }
    />
  );
}

/** Reloads the page, so that no data of the person stays in its memory. */
async function signOut(): Promise<void> {
  try {
    await call("DELETE /session", {});
    dropAllDrafts();
    window.location.assign(`${pageFacts.base}/`);
  } catch (error) {
    if (!(error instanceof CallError)) {
      throw error;
    }
    showError(error);
  }
}

function initials(name: string): string {
  return name.slice(0, 2).toUpperCase();
}
