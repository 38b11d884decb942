import { Dialog } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode } from "react";
import { texts } from "../texts.ts";
import { Icon } from "./icon.tsx";

export interface ModalProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  /** Whether a click beside the dialog leaves it open, as its content is shown only once. */
  readonly isKept?: boolean;
}

/** A dialog in the middle of the page; the focus returns to where it was. */
export function Modal({
  title,
  description,
  children,
  isOpen,
  onClose,
  isWide = false,
  isKept = false,
}: ModalProps): ReactElement {
  return (
    <Dialog.Root
      disablePointerDismissal={isKept}
      onOpenChange={(opens) => {
        if (!opens) {
          onClose();
        }
      }}
      open={isOpen}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={isWide ? "modal modal-wide" : "modal"}>
          <header className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close aria-label={texts.common.close} className="icon-button">
              <Icon name="close" />
            </Dialog.Close>
          </header>
          {description !== undefined && (
            <Dialog.Description className="modal-description">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
