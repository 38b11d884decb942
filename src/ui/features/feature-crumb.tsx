import type { ReactElement } from "react";
import { Link } from "wouter";
import { Icon } from "../parts/icon.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { texts } from "../texts/texts.ts";
import { listPosition } from "./list-position.ts";

/** The way back to the list, as it was left. */
export function FeatureCrumb(): ReactElement {
  const pagePath = usePagePath();
  const { id } = useEnvironment();
  return (
    <nav aria-label={texts.feature.backToList} className="crumb">
      <Link href={pagePath("/", listPosition(id)?.query)}>{texts.nav.features}</Link>
      <Icon name="right" />
    </nav>
  );
}
