import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { EnvironmentSwitcher } from "../environments/environment-switcher.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Mark } from "../parts/mark.tsx";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
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
  { path: "/environments", icon: "environments", label: texts.nav.environments, hostedOnly: true },
  { path: "/audits", icon: "audits", label: texts.nav.audits },
  { path: "/telemetry", icon: "telemetry", label: texts.nav.telemetry, hostedOnly: true },
  { path: "/settings", icon: "settings", label: texts.nav.settings },
];

export function Sidebar({
  onClose,
  onPalette,
  onShortcuts,
}: {
  readonly onClose: () => void;
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
}): ReactElement {
  const { mode } = useSession();
  const { environments } = useEnvironments();
  const [location] = useLocation();
  const pagePath = usePagePath();
  return (
    <>
      <div aria-hidden="true" className="sidebar-shade" onClick={onClose} />
      <aside className="sidebar">
        <Link className="brand" href={pagePath("/")} onClick={onClose}>
          <Mark />
          {texts.product}
        </Link>
        {mode === "hosted" && <EnvironmentSwitcher />}
        <nav aria-label={texts.nav.label} className="nav">
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
                {path === "/environments" && <span className="count">{environments.length}</span>}
              </Link>
            ))}
        </nav>
        <div className="sidebar-foot">
          <button className="nav-link" onClick={onPalette} type="button">
            <Icon name="search" />
            {texts.app.goTo}
            <kbd>{texts.app.paletteKeys}</kbd>
          </button>
          <AccountMenu onShortcuts={onShortcuts} />
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
