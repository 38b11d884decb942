import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { CallError } from "./call-error.ts";

/** A message, in the form of the part that shows messages. */
export interface Message {
  readonly kind: "done" | "error";
  readonly title?: string;
  readonly text: string;
  /** Milliseconds until it closes by itself; 0 for never. */
  readonly timeout: number;
  readonly offer?: Offer | undefined;
  readonly other?: Offer | undefined;
  /** Gets the function that closes the message. */
  readonly onShown?: (close: () => void) => void;
}

type Show = (message: Message) => void;

let show: Show | null = null;
const waiting: Message[] = [];
const listeners = new Set<() => void>();

/** The part that shows messages loads later: until it calls this, messages wait. */
export function connectMessages(next: Show): () => void {
  show = next;
  for (const message of waiting.splice(0)) {
    next(message);
  }
  return () => {
    show = null;
  };
}

/** Whether a message waits for the part that shows it. */
export function hasWaitingMessages(): boolean {
  return waiting.length > 0;
}

export function onWaitingMessage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function add(message: Message): void {
  if (show !== null) {
    show(message);
    return;
  }
  waiting.push(message);
  for (const listener of listeners) {
    listener();
  }
}

const doneMs = 5_000;
const offerMs = 8_000;

export interface Offer {
  readonly label: string;
  /** The keys that do the same, as in `Ctrl Z`. */
  readonly keys?: string;
  readonly onChoose: () => void;
}

/**
 * Shows a success; with an offer, such as to undo it, for 8 seconds. `other` is a second offer. Returns
 * a function that closes the message.
 */
export function showDone(text: string, offer?: Offer, other?: Offer): () => void {
  const timeout = offer === undefined && other === undefined ? doneMs : offerMs;
  let close: () => void = () => undefined;
  const onShown = (next: () => void) => {
    close = next;
  };
  add({ kind: "done", text, timeout, offer, other, onShown });
  return () => close();
}

export function showError({ status, message }: CallError): void {
  showFailure(message, status === 0 ? undefined : fill(texts.errors.titleWithStatus, { status }));
}

/** Shows a failure until it is closed. */
export function showFailure(text: string, title: string = texts.errors.title): void {
  add({ kind: "error", title, text, timeout: 0 });
}
