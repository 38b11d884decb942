import type { ReactElement } from "react";
import type { SignInLink } from "../../api/admin/contract/member-models.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { members: words } = settingsTexts.settings;

/** Shows a one-time link, which cannot be shown again. */
export function LinkModal({
  made,
  onClose,
  returnTo,
}: {
  readonly made: { readonly email: string; readonly link: SignInLink } | undefined;
  readonly onClose: () => void;
  /** The element that gets the focus afterwards, such as the row of the new member. */
  readonly returnTo?: () => HTMLElement | null;
}): ReactElement {
  const url = made?.link.url ?? "";
  return (
    <Modal
      description={fill(words.linkText, {
        email: made?.email ?? "",
        time: made === undefined ? "" : exactTime(made.link.endsAt),
      })}
      isKept={true}
      isOpen={made !== undefined}
      onClose={onClose}
      returnTo={returnTo}
      title={words.linkTitle}
    >
      <div className="command">
        <pre>{url}</pre>
        <CopyButton isFocused={true} text={url} />
      </div>
      <footer className="modal-foot">
        <Button look="main" onClick={onClose}>
          {words.copiedIt}
        </Button>
      </footer>
    </Modal>
  );
}
