import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { CallError, call } from "../api/call.ts";
import type { LiveState } from "../api/live-events.ts";
import { pageFacts } from "../api/page-facts.ts";
import { showError } from "../api/toast-manager.ts";
import { Modal } from "../dialogs/modal.tsx";
import { draftsOf, dropDraftsOf } from "../drafts/draft-store.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { usePagePath } from "../paths/environment.ts";
import { dropLastUser } from "../session/last-user.ts";
import { useSession } from "../session/session.ts";
import { chooseTheme, themes, useTheme } from "../session/theme.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const themeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** Shows the person's name, with the colours and signing out. */
export function AccountMenu({
  onShortcuts,
  live,
}: {
  readonly onShortcuts: () => void;
  readonly live: LiveState;
}): ReactElement {
  const { user, mode } = useSession();
  const theme = useTheme();
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const [isAsking, setAsking] = useState(false);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <>
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
                  onChoose: () => (draftsOf(user.id).length > 0 ? setAsking(true) : void signOut()),
                },
              ]),
        ]}
        trigger={
          <span className="account">
            <Avatar name={user?.name ?? texts.product} />
            <span className="account-name">{user?.name ?? texts.app.mode[mode]}</span>
            <i className="live" data-state={live} title={texts.app.live[live]} />
          </span>
        }
      />
      {user !== null && (
        <KeepDrafts
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onSignOut={() => void signOut()}
          user={user.id}
        />
      )}
    </>
  );
}

/** Asks whether the unsaved changes stay in the browser. */
function KeepDrafts({
  user,
  isOpen,
  onClose,
  onSignOut,
}: {
  readonly user: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}): ReactElement {
  const words = texts.drafts.discardOrKeep;
  return (
    <Modal
      description={plural(words.text, draftsOf(user).length)}
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
    >
      <footer className="modal-foot">
        <Button
          look="danger"
          onClick={() => {
            dropDraftsOf(user);
            onSignOut();
          }}
        >
          {words.discard}
        </Button>
        <Button look="main" onClick={onSignOut}>
          {words.keep}
        </Button>
      </footer>
    </Modal>
  );
}

/** Reloads the page, so that no data of the person stays in its memory. */
async function signOut(): Promise<void> {
  try {
    const { providerUrl } = await call("DELETE /session", {});
    dropLastUser();
    window.location.assign(providerUrl ?? `${pageFacts.base}/`);
  } catch (error) {
    if (!(error instanceof CallError)) {
      throw error;
    }
    showError(error);
  }
}
