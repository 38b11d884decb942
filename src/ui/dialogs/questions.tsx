import {
  type ComponentProps,
  type ReactElement,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { addHost, onQuestion, questionAt } from "../api/questions.ts";
import { lazily } from "../parts/lazily.tsx";
import type { AskedDialog } from "./asked-dialog.tsx";

const LoadedDialog = lazily<ComponentProps<typeof AskedDialog>>(
  async () => (await import("./asked-dialog.tsx")).AskedDialog,
);

/**
 * Shows the questions of requests. Every dialog contains one, so that a question is on top of it and
 * leaves it open.
 */
export function Questions(): ReactElement | null {
  const [host] = useState(() => ({}));
  useEffect(() => addHost(host), [host]);
  const asked = useSyncExternalStore(onQuestion, () => questionAt(host));
  return asked === null ? null : (
    <Suspense fallback={null}>
      <LoadedDialog asked={asked} />
    </Suspense>
  );
}
