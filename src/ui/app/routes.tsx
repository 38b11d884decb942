import { lazy, type ReactElement, Suspense } from "react";
import { Route, Switch } from "wouter";
import { FeatureListPage } from "../features/feature-list-page.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { PageHead } from "../parts/page.tsx";
import { environmentDetails } from "../paths/environment-path.ts";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";

const FeaturePage = lazy(() =>
  import("../features/feature-page.tsx").then((module) => ({ default: module.FeaturePage })),
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

const ComparePage = lazy(() =>
  import("../compare/compare-page.tsx").then((module) => ({ default: module.ComparePage })),
);

const TelemetryPage = lazy(() =>
  import("../telemetry/telemetry-page.tsx").then((module) => ({ default: module.TelemetryPage })),
);

const MigratePage = lazy(() =>
  import("../settings/settings-page.tsx").then((module) => ({ default: module.MigratePage })),
);

/** All pages; all but the list load at their first use. */
export function Routes(): ReactElement {
  const { mode } = useSession();
  return (
    <Suspense fallback={<div className="skeleton" />}>
      <Switch>
        <Route path="/">
          <FeatureListPage />
        </Route>
        <Route path="/features/*">
          <FeaturePage />
        </Route>
        <Route path="/settings/*?">
          <SettingsPage />
        </Route>
        <Route path="/audits">
          <AuditsPage />
        </Route>
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
