import type { ReactElement } from "react";
import { Modal } from "../dialogs/modal.tsx";
import { LetterKeysSwitch } from "../parts/letter-keys-switch.tsx";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { useGoLetters } from "./frame-keys.ts";

/** All keys of the pages. */
export function ShortcutHelp({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const letters = useGoLetters();
  const { docsUrl } = useSession();
  return (
    <Modal isOpen={isOpen} look="wide" onClose={onClose} title={texts.app.shortcuts}>
      <div className="shortcut-groups">
        {texts.shortcuts.groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="shortcuts">
              {rows
                .filter(({ keys: [first, second] }) => first !== "g" || letters.has(second ?? ""))
                .map(({ keys, does }) => (
                  <div key={keys.join(" ")}>
                    <dt>{keys.map((key) => (key === "–" ? key : <kbd key={key}>{key}</kbd>))}</dt>
                    <dd>{does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <LetterKeysSwitch />
      <p>
        <a href={docsUrl} rel="noreferrer" target="_blank">
          {texts.app.documentation}
        </a>
      </p>
    </Modal>
  );
}
