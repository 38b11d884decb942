import { type ReactElement, Suspense } from "react";
import { Link, useLocation } from "wouter";
import type { LiveState } from "../api/live-events.ts";
import { stepCount, useStartProgress } from "../first-run/use-first-run.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { lazily } from "../parts/lazily.tsx";
import { Mark } from "../parts/mark.tsx";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { AccountMenu } from "./account-menu.tsx";

interface Entry {
  readonly path: string;
  readonly icon: IconName;
  readonly label: string;
  readonly hostedOnly?: boolean;
}

const entries: readonly Entry[] = [
  { path: "/", icon: "features", label: texts.nav.features },
  { path: "/actors", icon: "actors", label: texts.nav.actors },
  { path: "/requests", icon: "inbox", label: texts.nav.requests, hostedOnly: true },
  { path: "/audits", icon: "audits", label: texts.nav.audits },
  { path: "/telemetry", icon: "telemetry", label: texts.nav.telemetry, hostedOnly: true },
  { path: "/environments", icon: "environments", label: texts.nav.environments, hostedOnly: true },
];

const WaitingCount = lazily<object>(
  async () => (await import("../requests/waiting-count.tsx")).WaitingCount,
);

const startPath = "/get-started";

export function Sidebar({
  isLoaded,
  onClose,
  onPalette,
  onShortcuts,
  live,
}: {
  readonly isLoaded: boolean;
  readonly onClose: () => void;
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
  readonly live: LiveState;
}): ReactElement {
  const { mode } = useSession();
  const { environments } = useEnvironments();
  const [location] = useLocation();
  const pagePath = usePagePath();
  const isStarting = location === startPath;
  const start = useStartProgress(isStarting);
  return (
    <>
      <div aria-hidden="true" className="sidebar-shade" onClick={onClose} />
      <aside className="sidebar">
        <Link className="brand" href={pagePath("/")} onClick={onClose}>
          <Mark />
          {texts.product}
        </Link>
        <button className="nav-link nav-go-to" onClick={onPalette} type="button">
          <Icon name="search" />
          {texts.app.goTo}
          <kbd>{texts.app.paletteKeys}</kbd>
        </button>
        <nav aria-label={texts.nav.label} className="nav">
          {start.isShown && (
            <Link
              aria-current={isStarting ? "page" : undefined}
              className="nav-link"
              href={pagePath(startPath)}
              onClick={onClose}
            >
              <Icon name="start" />
              {texts.firstRun.title}
              {start.done !== null && (
                <span className="count">
                  {fill(texts.firstRun.progress, { done: start.done, all: stepCount })}
                </span>
              )}
            </Link>
          )}
          {entries
            .filter(({ hostedOnly }) => mode === "hosted" || hostedOnly !== true)
            .map(({ path, icon, label }) => (
              <Link
                aria-current={isHere(location, path) ? "page" : undefined}
                className="nav-link"
                href={pagePath(path)}
                key={path}
                onClick={onClose}
              >
                <Icon name={icon} />
                {label}
                {path === "/requests" && isLoaded && (
                  <Suspense fallback={null}>
                    <WaitingCount />
                  </Suspense>
                )}
                {path === "/environments" && <span className="count">{environments.length}</span>}
              </Link>
            ))}
        </nav>
        <div className="sidebar-foot">
          <Link
            aria-current={isHere(location, "/settings") ? "page" : undefined}
            className="nav-link"
            href={pagePath("/settings")}
            onClick={onClose}
          >
            <Icon name="gear" />
            {texts.nav.settings}
          </Link>
          <button className="nav-link" onClick={onShortcuts} type="button">
            <Icon name="help" />
            {texts.nav.help}
            <kbd>?</kbd>
          </button>
          <AccountMenu live={live} onShortcuts={onShortcuts} />
        </div>
      </aside>
    </>
  );
}

function isHere(location: string, path: string): boolean {
  return path === "/"
    ? location === "/" || location.startsWith("/features/")
    : (path === "/environments" && location === "/compare") ||
        location === path ||
        location.startsWith(`${path}/`);
}
