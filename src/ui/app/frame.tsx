import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { type LiveState, useLiveEvents } from "../api/live-events.ts";
import { useFirstAnswers } from "../api/use-first-answers.ts";
import { askBeforeLoss, dropOldDrafts } from "../drafts/draft-store.ts";
import { Icon } from "../parts/icon.tsx";
import { lazily } from "../parts/lazily.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { useFrameKeys } from "./frame-keys.ts";
import { Routes } from "./routes.tsx";
import { Sidebar } from "./sidebar.tsx";
import { ViewOnly } from "./view-only.tsx";

const loadPalette = () => import("./palette.tsx").then((module) => ({ default: module.Palette }));
const Palette = lazy(loadPalette);
const ShortcutHelp = lazily<{ isOpen: boolean; onClose: () => void }>(
  async () => (await import("./shortcut-help.tsx")).ShortcutHelp,
);

const BypassBanner = lazily<object>(
  async () => (await import("../requests/bypass-banner.tsx")).BypassBanner,
);

/** The sidebar and the page. */
export function Frame(): ReactElement {
  const environment = useEnvironment();
  const { readOnly, newestEvent } = useSession();
  const live = useLiveEvents(environment.id, newestEvent);
  const isLoaded = useFirstAnswers();
  const [opened, setOpened] = useState<"palette" | "shortcuts" | "sidebar" | null>(null);
  useFrameKeys({
    onPalette: () => setOpened("palette"),
    onHelp: () => setOpened("shortcuts"),
  });
  const close = () => setOpened(null);
  useEffect(() => {
    dropOldDrafts();
    return askBeforeLoss();
  }, []);
  useEffect(() => {
    if (isLoaded) {
      // Loads it before its first use, so that no typed letters are lost.
      loadPalette().catch(() => undefined);
    }
  }, [isLoaded]);
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
        isLoaded={isLoaded}
        onClose={close}
        onPalette={() => setOpened("palette")}
        live={live}
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
        <Notices isLoaded={isLoaded} live={live} readOnly={readOnly} />
        <ViewOnly />
        <Routes />
      </main>
      {opened === "palette" && (
        <Suspense fallback={null}>
          <Palette onClose={close} />
        </Suspense>
      )}
      {opened === "shortcuts" && (
        <Suspense fallback={null}>
          <ShortcutHelp isOpen={true} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

const clock = new Intl.DateTimeFormat(navigator.language, { timeStyle: "short" });

/** Lines above every page. The head of the page stays below them while it scrolls. */
function Notices({
  isLoaded,
  live,
  readOnly,
}: {
  readonly isLoaded: boolean;
  readonly live: LiveState;
  readonly readOnly: keyof typeof texts.app.readOnly | null;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  const { mode } = useSession();
  const [lostAt, setLostAt] = useState(0);
  useEffect(() => {
    if (live === "lost") {
      setLostAt(Date.now());
    }
  }, [live]);
  useEffect(() => {
    const { current } = element;
    if (current === null) {
      return undefined;
    }
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty("--notices-height", `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div aria-live="polite" className="notices" ref={element}>
      {live === "lost" && lostAt > 0 && (
        <p className="notice notice-warning">
          <Icon name="warning" />
          {fill(texts.app.connectionLost, { time: clock.format(lostAt) })}
        </p>
      )}
      {mode === "hosted" && isLoaded && (
        <Suspense fallback={null}>
          <BypassBanner />
        </Suspense>
      )}
      {readOnly !== null && (
        <p className="notice">
          <Icon name="info" />
          {texts.app.readOnly[readOnly]}
        </p>
      )}
    </div>
  );
}
