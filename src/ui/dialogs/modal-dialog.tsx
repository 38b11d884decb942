import { Dialog } from "@base-ui/react/dialog";
import type { KeyboardEvent, ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/texts.ts";
import type { ModalProps } from "./modal-props.ts";
import { Questions } from "./questions.tsx";

const classes = { small: "modal", wide: "modal modal-wide", sheet: "sheet" } as const;

/** The dialog itself; `finalFocus` returns what gets the focus afterwards. */
export function ModalDialog({
  title,
  description,
  look = "small",
  foot,
  children,
  isOpen,
  isKept = false,
  onClose,
  onSubmit,
  finalFocus,
}: ModalProps & { readonly finalFocus: () => HTMLElement | null }): ReactElement {
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
          className={classes[look]}
          finalFocus={finalFocus}
          onKeyDown={(event) => {
            if (onSubmit !== undefined && isSubmitKey(event)) {
              event.preventDefault();
              onSubmit();
            }
          }}
        >
          <header className={look === "sheet" ? "sheet-head" : "modal-head"}>
            <div className="modal-heading">
              <Dialog.Title className="modal-title">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description className="modal-description">{description}</Dialog.Description>
              )}
            </div>
            {!isKept && (
              <Dialog.Close aria-label={texts.common.close} className="icon-button">
                <Icon name="close" />
              </Dialog.Close>
            )}
          </header>
          <div className={look === "sheet" ? "sheet-scroll" : undefined}>{children}</div>
          {foot !== undefined && <footer className="sheet-foot">{foot}</footer>}
          {isOpen && <Questions />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Not in a question on top of the dialog, whose events pass through it too. */
function isSubmitKey({ key, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent): boolean {
  return (
    key === "Enter" &&
    (ctrlKey || metaKey) &&
    target instanceof Node &&
    currentTarget.contains(target)
  );
}
