import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";

const hueCount = 6;
const hues = [
  "62% 0.13 235",
  "62% 0.12 190",
  "62% 0.13 145",
  "68% 0.13 95",
  "60% 0.16 300",
  "62% 0.15 340",
];

/** The colour of an environment, as the dot has it. */
export function hueOf({ id, state }: EnvironmentRow): string {
  return state === "production" ? "var(--production)" : `oklch(${hues[id % hueCount]})`;
}

/** Only Production is red; other environments differ by their id. */
export function EnvironmentDot({
  environment,
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  const isProduction = environment.state === "production";
  return (
    <i
      aria-hidden="true"
      className="environment-dot"
      data-production={isProduction || undefined}
      style={{ background: hueOf(environment) }}
    />
  );
}
