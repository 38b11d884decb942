import { Dialog } from "@base-ui/react/dialog";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/texts.ts";
import { Questions } from "./questions.tsx";

export interface ModalProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** Whether only its own buttons close it, because its content is shown only once. */
  readonly isKept?: boolean;
}

/** A dialog in the middle of the page; afterwards the focus returns to its earlier element. */
export function Modal(props: ModalProps): ReactElement {
  const { isOpen, onClose } = props;
  // While it closes it keeps its content, although callers drop it with their request.
  const latest = useRef<ModalProps>(closed);
  // The focus is read here, because fields that focus themselves come before the library looks.
  const opener = useRef<HTMLElement>(null);
  if (isOpen && !latest.current.isOpen) {
    opener.current = openerOf(document.activeElement);
  }
  latest.current = isOpen ? props : { ...latest.current, isOpen };
  const { title, description, children, isWide = false, isKept = false } = latest.current;
  return (
    <Dialog.Root
      disablePointerDismissal={isKept}
      onOpenChange={(opens) => {
        if (!opens && !isKept) {
          onClose();
        }
      }}
      open={isOpen}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          finalFocus={() => returnTo(opener.current)}
          className={isWide ? "modal modal-wide" : "modal"}
        >
          <header className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            {!isKept && (
              <Dialog.Close aria-label={texts.common.close} className="icon-button">
                <Icon name="close" />
              </Dialog.Close>
            )}
          </header>
          {description !== undefined && (
            <Dialog.Description className="modal-description">{description}</Dialog.Description>
          )}
          {children}
          {isOpen && <Questions />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const closed: ModalProps = { title: "", children: null, isOpen: false, onClose: () => undefined };

/** The element that opened the dialog; a dialog that follows another one returns there too. */
let onPage: HTMLElement | null = null;

/** The focused element; for an item of a menu, which disappears, the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const label = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = label === null || label === undefined ? focused : document.getElementById(label);
  if (opener?.closest("[role=dialog]") === null && opener !== document.body) {
    onPage = opener instanceof HTMLElement ? opener : null;
  }
  return onPage;
}

/** The element that gets the focus: the page if the opener is gone, and never its first link. */
function returnTo(opener: HTMLElement | null): HTMLElement | null {
  return opener?.isConnected === true ? opener : document.getElementById("main");
}
