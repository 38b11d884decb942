import type { ReactElement } from "react";
import { Link, Redirect, useLocation } from "wouter";
import type { Role } from "../../api/admin/contract/member-models.ts";
import { PageHead } from "../parts/page.tsx";
import { usePagePath } from "../paths/environment.ts";
import { useRoleCheck, useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { WebhooksSection } from "../webhooks/webhooks-section.tsx";
import { AboutSection } from "./about-section.tsx";
import { AccountSection } from "./account-section.tsx";
import { BackupsSection } from "./backups-section.tsx";
import { CleanupSection } from "./cleanup-section.tsx";
import { GroupsSection } from "./groups-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { TransferSection } from "./transfer-section.tsx";

/** In the same browser file, because it shares the preview of imports. */
export { MigratePage } from "./migrate-page.tsx";

const { settings: words } = texts;

interface Section {
  readonly path: string;
  readonly label: string;
  readonly role: Role;
  readonly hostedOnly: boolean;
  readonly content: () => ReactElement;
}

const sections: readonly Section[] = [
  section("account", words.account.title, "viewer", true, AccountSection),
  section("members", words.members.title, "viewer", true, MembersSection),
  section("groups", words.groups.title, "viewer", false, GroupsSection),
  section("plan", words.plan.title, "viewer", true, PlanSection),
  section("cleanup", words.cleanup.title, "viewer", false, CleanupSection),
  section("webhooks", words.webhooks.title, "admin", true, WebhooksSection),
  section("transfer", words.transfer.title, "viewer", false, TransferSection),
  section("backups", words.backups.title, "owner", false, BackupsSection),
  section("about", words.about.title, "viewer", false, AboutSection),
];

function section(
  name: string,
  label: string,
  role: Role,
  hostedOnly: boolean,
  content: () => ReactElement,
): Section {
  return { path: `/settings/${name}`, label, role, hostedOnly, content };
}

/** The settings, with one path per section; the first section has no name in the URL. */
export function SettingsPage(): ReactElement {
  const [location] = useLocation();
  const { mode } = useSession();
  const may = useRoleCheck();
  const pagePath = usePagePath();
  const visible = sections.filter(
    ({ role, hostedOnly }) => may(role) && (mode === "hosted" || !hostedOnly),
  );
  const here = visible.find(({ path }) => path === location);
  const [first] = visible;
  if (here === undefined) {
    return <Redirect replace={true} to={pagePath(first?.path ?? "/")} />;
  }
  const Content = here.content;
  return (
    <>
      <PageHead label={`${here.label} · ${words.title}`} title={words.title} />
      <div className="settings">
        <nav aria-label={words.title} className="settings-nav">
          {visible.map(({ path, label }) => (
            <Link
              aria-current={path === location ? "page" : undefined}
              className="nav-link"
              href={pagePath(path)}
              key={path}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="settings-content">
          <Content />
        </div>
      </div>
    </>
  );
}
