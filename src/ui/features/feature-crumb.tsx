import type { ReactElement } from "react";
import { Link } from "wouter";
import { usePagePath } from "../environments/environment.ts";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts.ts";

/** The way back to the list. */
export function FeatureCrumb(): ReactElement {
  const pagePath = usePagePath();
  return (
    <nav aria-label={texts.feature.backToList} className="crumb">
      <Link href={pagePath("/")}>{texts.nav.features}</Link>
      <Icon name="right" />
    </nav>
  );
}
