import { type ComponentProps, type ReactElement, Suspense, useRef } from "react";
import { lazily } from "../parts/lazily.tsx";
import { pageHeading } from "../parts/page-heading.ts";
import type { ModalDialog } from "./modal-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

const LoadedDialog = lazily<ComponentProps<typeof ModalDialog>>(
  async () => (await import("./modal-dialog.tsx")).ModalDialog,
);

/** A dialog in the middle of the page; afterwards the focus returns to its earlier element. */
export function Modal(props: ModalProps): ReactElement | null {
  const { isOpen, onClose } = props;
  // While it closes it keeps its content, although callers drop it with their request.
  const latest = useRef<ModalProps>(closed);
  // The focus is read here, because fields that focus themselves come before the library looks.
  const opener = useRef<HTMLElement>(null);
  if (isOpen && !latest.current.isOpen) {
    opener.current = openerOf(document.activeElement);
  }
  if (isOpen || latest.current !== closed) {
    latest.current = isOpen ? props : { ...latest.current, isOpen };
  }
  if (latest.current === closed) {
    return null;
  }
  return (
    <Suspense fallback={null}>
      <LoadedDialog
        {...latest.current}
        finalFocus={() => latest.current.returnTo?.() ?? returnTo(opener.current)}
        onClose={onClose}
      />
    </Suspense>
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

/** The element that gets the focus: the list or the heading if the opener is gone, or disabled. */
function returnTo(opener: HTMLElement | null): HTMLElement | null {
  return opener?.isConnected === true && !opener.matches(":disabled")
    ? opener
    : (document.querySelector<HTMLElement>("[role=grid]") ?? pageHeading());
}
