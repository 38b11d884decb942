import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";
import { useLiveEvents } from "../api/live-events.ts";
import { Icon } from "../parts/icon.tsx";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { Routes } from "./routes.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { Sidebar } from "./sidebar.tsx";

const loadPalette = () => import("./palette.tsx").then((module) => ({ default: module.Palette }));
const Palette = lazy(loadPalette);

/** The sidebar, the stripe of the environment, and the page. */
export function Frame(): ReactElement {
  const environment = useEnvironment();
  const { readOnly, newestEvent } = useSession();
  const live = useLiveEvents(environment.id, newestEvent);
  const [opened, setOpened] = useState<"palette" | "shortcuts" | "sidebar" | null>(null);
  useShortcuts({
    "Control+k": () => setOpened("palette"),
    "?": () => setOpened("shortcuts"),
  });
  const close = () => setOpened(null);
  useEffect(() => {
    // Loads it before its first use, so that no typed letters are lost.
    loadPalette().catch(() => undefined);
  }, []);
  return (
    <div
      className="frame"
      data-environment={environment.state}
      data-sidebar={opened === "sidebar" ? "open" : undefined}
    >
      <a className="skip" href="#main">
        {texts.app.skip}
      </a>
      <Sidebar
        onClose={close}
        onPalette={() => setOpened("palette")}
        onShortcuts={() => setOpened("shortcuts")}
      />
      <button
        aria-label={texts.app.openMenu}
        className="icon-button menu-opener"
        onClick={() => setOpened("sidebar")}
        type="button"
      >
        <Icon name="menu" />
      </button>
      <main id="main" tabIndex={-1}>
        <div aria-live="polite" className="notices">
          {live === "lost" && (
            <p className="notice notice-warning">
              <Icon name="warning" />
              {texts.app.connectionLost}
            </p>
          )}
          {readOnly !== null && (
            <p className="notice">
              <Icon name="info" />
              {texts.app.readOnly[readOnly]}
            </p>
          )}
        </div>
        <Routes />
      </main>
      {opened === "palette" && (
        <Suspense fallback={null}>
          <Palette onClose={close} />
        </Suspense>
      )}
      <ShortcutHelp isOpen={opened === "shortcuts"} onClose={close} />
    </div>
  );
}
