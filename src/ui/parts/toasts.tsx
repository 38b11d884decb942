import { Toast } from "@base-ui/react/toast";
import type { ReactElement } from "react";
import { texts } from "../texts/texts.ts";
import { Icon } from "./icon.tsx";

/** The messages at the edge of the page; also a live region for screen readers. */
export function Toasts(): ReactElement {
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts">
        {toasts.map((toast) => (
          <Toast.Root
            // A message without a title is its own name.
            aria-label={toast.title === undefined ? String(toast.description) : undefined}
            className={`toast toast-${toast.type}`}
            key={toast.id}
            toast={toast}
          >
            <Toast.Content className="toast-content">
              <Toast.Title className="toast-title" />
              <Toast.Description className="toast-text" />
            </Toast.Content>
            <Toast.Action className="button button-plain" />
            <Toast.Close aria-label={texts.common.close} className="icon-button">
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
