import type { ReactElement } from "react";
import { Modal } from "../dialogs/modal.tsx";
import { texts } from "../texts/texts.ts";

export function ShortcutHelp({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={texts.app.shortcuts}>
      <dl className="shortcuts">
        {texts.shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
