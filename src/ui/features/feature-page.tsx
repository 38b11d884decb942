import type { ReactElement } from "react";
import { PageHead } from "../parts/page.tsx";
import { useFeatureKey } from "./feature-path.ts";

export function FeaturePage(): ReactElement {
  const key = useFeatureKey();
  return <PageHead label={key} title={key} />;
}
