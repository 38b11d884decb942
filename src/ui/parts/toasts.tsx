import { Toast } from "@base-ui/react/toast";
import { type ReactElement, useEffect, useRef } from "react";
import { connectMessages, type Message } from "../api/toast-manager.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useFreeCorner } from "./use-free-corner.ts";

/** Failures stay, so a few successes must not disable them. */
const toastsMax = 8;

/** The messages at the edge of the page; also a live region for screen readers. */
export function Toasts(): ReactElement {
  return (
    <Toast.Provider limit={toastsMax}>
      <ToastList />
    </Toast.Provider>
  );
}

function ToastList(): ReactElement {
  const manager = Toast.useToastManager<Message>();
  const latest = useRef(manager);
  latest.current = manager;
  useEffect(() => connectMessages((message) => addTo(latest.current, message)), []);
  const { toasts } = manager;
  const corner = useFreeCorner<HTMLDivElement>(toasts.length);
  return (
    <Toast.Portal>
      <Toast.Viewport className="toasts" ref={corner}>
        {toasts.map((toast) => (
          <Toast.Root
            // A message without a title is its own name.
            aria-label={toast.title === undefined ? String(toast.description) : undefined}
            className={`toast toast-${toast.type}`}
            key={toast.id}
            toast={toast}
          >
            <Icon name={toast.type === "error" ? "warning" : "check"} />
            <Toast.Content className="toast-content">
              <Toast.Title className="toast-title" />
              <Toast.Description className="toast-text" />
            </Toast.Content>
            {toast.data?.other !== undefined && (
              <Button look="plain" onClick={toast.data.other.onChoose}>
                {toast.data.other.label}
              </Button>
            )}
            <Toast.Action className="button button-quiet" />
            {toast.data?.offer?.keys !== undefined && <kbd>{toast.data.offer.keys}</kbd>}
            <Toast.Close aria-label={texts.common.close} className="icon-button">
              <Icon name="close" />
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

function addTo(manager: ReturnType<typeof Toast.useToastManager<Message>>, message: Message): void {
  const { kind, title, text, timeout, offer } = message;
  const id = manager.add({
    ...(title === undefined ? {} : { title }),
    description: text,
    type: kind,
    timeout,
    data: message,
    ...(offer === undefined
      ? {}
      : {
          actionProps: {
            children: offer.label,
            onClick: () => {
              manager.close(id);
              offer.onChoose();
            },
          },
        }),
  });
  message.onShown?.(() => manager.close(id));
}
