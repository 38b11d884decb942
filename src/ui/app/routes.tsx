import { lazy, type ReactElement, Suspense } from "react";
import { Route, Switch } from "wouter";
import { FeatureListPage } from "../features/feature-list-page.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { PageHead } from "../parts/page.tsx";
import { environmentDetails } from "../paths/environment-path.ts";
import { useMayInOrganization, useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";

const FeaturePage = lazy(() =>
  import("../features/feature-page.tsx").then((module) => ({ default: module.FeaturePage })),
);

const ActorsPage = lazy(() =>
  import("../actors/actors-page.tsx").then((module) => ({ default: module.ActorsPage })),
);

const SettingsPage = lazy(() =>
  import("../settings/settings-page.tsx").then((module) => ({ default: module.SettingsPage })),
);

const EnvironmentListPage = lazy(() =>
  import("../environments/environment-list-page.tsx").then((module) => ({
    default: module.EnvironmentListPage,
  })),
);

const EnvironmentPage = lazy(() =>
  import("../environments/environment-page.tsx").then((module) => ({
    default: module.EnvironmentPage,
  })),
);

const AuditsPage = lazy(() =>
  import("../audits/audits-page.tsx").then((module) => ({ default: module.AuditsPage })),
);

const SecurityPage = lazy(() =>
  import("../audits/security-page.tsx").then((module) => ({ default: module.SecurityPage })),
);

const ComparePage = lazy(() =>
  import("../compare/compare-page.tsx").then((module) => ({ default: module.ComparePage })),
);

const TelemetryPage = lazy(() =>
  import("../telemetry/telemetry-page.tsx").then((module) => ({ default: module.TelemetryPage })),
);

const RequestsPage = lazy(() =>
  import("../requests/requests-page.tsx").then((module) => ({ default: module.RequestsPage })),
);

const RolloutLinkPage = lazy(() =>
  import("../rollouts/rollout-link-page.tsx").then((module) => ({
    default: module.RolloutLinkPage,
  })),
);

const GetStartedPage = lazy(() =>
  import("../first-run/get-started-page.tsx").then((module) => ({
    default: module.GetStartedPage,
  })),
);

const MigratePage = lazy(() =>
  import("../settings/settings-page.tsx").then((module) => ({ default: module.MigratePage })),
);

/** All pages; all but the list load at their first use. */
export function Routes(): ReactElement {
  const { mode } = useSession();
  const mayAdminister = useMayInOrganization("admin");
  return (
    <Suspense fallback={<div className="skeleton" />}>
      <Switch>
        <Route path="/">
          <FeatureListPage />
        </Route>
        <Route path="/features/*">
          <FeaturePage />
        </Route>
        <Route path="/actors/*?">
          <ActorsPage />
        </Route>
        <Route path="/settings/*?">
          <SettingsPage />
        </Route>
        <Route path="/audits">
          <AuditsPage />
        </Route>
        {mode === "hosted" && mayAdminister && (
          <Route path="/audits/security">
            <SecurityPage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/requests/*?">
            <RequestsPage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/rollouts/:id">
            <RolloutLinkPage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/get-started">
            <GetStartedPage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/environments">
            <EnvironmentListPage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path={environmentDetails}>
            <EnvironmentPage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/compare">
            <ComparePage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/migrate">
            <MigratePage />
          </Route>
        )}
        {mode === "hosted" && (
          <Route path="/telemetry">
            <TelemetryPage />
          </Route>
        )}
        <Route>
          <PageHead label={texts.errors.noPageTitle} title={texts.errors.noPageTitle} />
          <EmptyState icon="info" title={texts.errors.noPage} />
        </Route>
      </Switch>
    </Suspense>
  );
}
