import { type ReactElement, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { hasWaitingMessages, onWaitingMessage } from "../api/toast-manager.ts";
import { lazily, loadPartsWhenIdle } from "./lazily.tsx";

const Toasts = lazily(async () => (await import("./toasts.tsx")).Toasts);
const idleMs = 2_000;

/** Shows messages; what shows them loads with the first message, or when the page is idle. */
export function Messages(): ReactElement | null {
  const hasMessage = useSyncExternalStore(onWaitingMessage, hasWaitingMessages);
  const [isShown, setShown] = useState(false);
  useEffect(loadPartsWhenIdle, []);
  useEffect(() => {
    if (hasMessage) {
      setShown(true);
    }
  }, [hasMessage]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), idleMs);
    return () => clearTimeout(timer);
  }, []);
  return isShown || hasMessage ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
