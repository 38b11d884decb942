import { type ComponentType, lazy, type ReactElement, Suspense } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { TitleEnvironment } from "../environments/title-environment.tsx";
import { PageHead } from "../parts/page.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { usePagePath } from "../paths/environment.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { WebhooksSection } from "../webhooks/webhooks-section.tsx";
import { AboutSection } from "./about-section.tsx";
import { AccountSection } from "./account-section.tsx";
import { BackupsSection } from "./backups-section.tsx";
import { CleanupSection } from "./cleanup-section.tsx";
import { GroupsSection } from "./groups-section.tsx";
import { IssuesSection } from "./issues-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { PlanSection } from "./plan-section.tsx";
import { ofEnvironment, type SettingsSection, useSettingsSections } from "./settings-sections.ts";
import { TransferSection } from "./transfer-section.tsx";

/** In the same browser file, because it shares the preview of imports. */
export { MigratePage } from "./migrate-page.tsx";

const { settings: words } = settingsTexts;

const SignOnSection = lazy(async () => ({
  default: (await import("../sign-on/sign-on-section.tsx")).SignOnSection,
}));
const TrustSection = lazy(async () => ({
  default: (await import("../sign-on/trust-section.tsx")).TrustSection,
}));
const KeysSection = lazy(async () => ({
  default: (await import("../record/keys-section.tsx")).KeysSection,
}));

const contents: Readonly<Record<SettingsSection["name"], ComponentType>> = {
  account: AccountSection,
  members: MembersSection,
  "sign-on": SignOnSection,
  trust: TrustSection,
  groups: GroupsSection,
  plan: PlanSection,
  cleanup: CleanupSection,
  issues: IssuesSection,
  webhooks: WebhooksSection,
  transfer: TransferSection,
  keys: KeysSection,
  backups: BackupsSection,
  about: AboutSection,
};

/** The settings, with one path per section; the first section has no name in the URL. */
export function SettingsPage(): ReactElement {
  const [location] = useLocation();
  const pagePath = usePagePath();
  const visible = useSettingsSections();
  const here = visible.find(({ path }) => path === location);
  const [first] = visible;
  if (here === undefined) {
    return <Redirect replace={true} to={pagePath(first?.path ?? "/")} />;
  }
  const Content = contents[here.name];
  return (
    <>
      <PageHead
        aside={ofEnvironment.has(here.name) && <TitleEnvironment word={words.of} />}
        label={`${here.label} · ${words.title}`}
        tabs={
          <Tabs label={words.title}>
            {visible.map(({ path, label }) => (
              <Link
                aria-current={path === location ? "page" : undefined}
                className="tab"
                href={pagePath(path)}
                key={path}
              >
                {label}
              </Link>
            ))}
          </Tabs>
        }
        title={words.title}
      />
      <div className="page-body settings">
        <Suspense fallback={<div className="skeleton" />}>
          <Content />
        </Suspense>
      </div>
    </>
  );
}
