import type { ReactNode } from "react";

/** A dialog and its content. */
export interface ModalProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** A sheet is at the right edge and has the height of the page, for reviews; small by default. */
  readonly look?: "small" | "wide" | "sheet";
  /** The buttons of a sheet. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether only its own buttons close it, because its content is shown only once. */
  readonly isKept?: boolean;
  /** For Ctrl Enter, wherever the focus is in the dialog. */
  readonly onSubmit?: () => void;
  /** The element that gets the focus afterwards, unless it is the one that opened the dialog. */
  readonly returnTo?: (() => HTMLElement | null) | undefined;
}
