import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";

const hueCount = 6;

/** Only Production is red; other environments differ by their id. */
export function EnvironmentDot({
  environment: { id, state },
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  const hue = state === "production" ? "production" : String(id % hueCount);
  return <i aria-hidden="true" className="environment-dot" data-hue={hue} />;
}
