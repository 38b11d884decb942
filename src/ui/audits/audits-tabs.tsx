import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Tabs } from "../parts/tabs.tsx";
import { usePagePath } from "../paths/environment.ts";
import { useMayInOrganization, useSession } from "../session/session.ts";
import { actsTexts } from "../texts/acts-texts.ts";

const { acts: words } = actsTexts;

const securityPath = "/audits/security";

/** Whether the person sees who signed in and who changed settings. */
export function useSeesActs(): boolean {
  const { mode } = useSession();
  return useMayInOrganization("admin") && mode === "hosted";
}

/** The records: changes of features, and everything else for admins. */
export function AuditsTabs(): ReactNode {
  const [location] = useLocation();
  const pagePath = usePagePath();
  const tabs = [
    { path: "/audits", label: words.changes },
    { path: securityPath, label: words.security },
  ];
  return (
    useSeesActs() && (
      <Tabs label={words.tabs}>
        {tabs.map(({ path, label }) => (
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
    )
  );
}
