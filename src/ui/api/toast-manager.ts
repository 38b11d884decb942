import { Toast } from "@base-ui/react/toast";
import { texts } from "../texts/texts.ts";
import type { CallError } from "./call.ts";

/** Shows messages from anywhere, also outside of components. */
export const toastManager: ReturnType<typeof Toast.createToastManager> = Toast.createToastManager();

const doneMs = 5_000;
const errorMs = 12_000;

export interface Offer {
  readonly label: string;
  readonly onChoose: () => void;
}

export function showDone(message: string, offer?: Offer): void {
  toastManager.add({
    description: message,
    type: "done",
    timeout: offer === undefined ? doneMs : errorMs,
    ...(offer === undefined
      ? {}
      : { actionProps: { children: offer.label, onClick: offer.onChoose } }),
  });
}

export function showError(error: CallError): void {
  showFailure(error.message);
}

/** Shows a failure until it is closed, longer than a success. */
export function showFailure(message: string): void {
  toastManager.add({
    title: texts.errors.title,
    description: message,
    type: "error",
    timeout: errorMs,
    priority: "high",
  });
}
