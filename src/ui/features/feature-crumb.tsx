import type { ReactElement } from "react";
import { Link } from "wouter";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { texts } from "../texts/texts.ts";
import { listPosition } from "./list-position.ts";

/** The link back to the list at its last position. */
export function FeatureCrumb(): ReactElement {
  const pagePath = usePagePath();
  const { id } = useEnvironment();
  return (
    <nav aria-label={texts.feature.backToList} className="crumb">
      <Link href={pagePath("/", listPosition(id)?.query)}>{texts.nav.features}</Link>
    </nav>
  );
}
