import { lazy, type ReactElement, Suspense } from "react";
import { Route, Switch } from "wouter";
import { FeatureListPage } from "../features/feature-list-page.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { texts } from "../texts.ts";

const FeaturePage = lazy(() =>
  import("../features/feature-page.tsx").then((module) => ({ default: module.FeaturePage })),
);

const SettingsPage = lazy(() =>
  import("../settings/settings-page.tsx").then((module) => ({ default: module.SettingsPage })),
);

/** Every page; all but the list are loaded when they are opened first. */
export function Routes(): ReactElement {
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
        <Route>
          <EmptyState icon="info" title={texts.errors.noPage} />
        </Route>
      </Switch>
    </Suspense>
  );
}
