/** The contents of a filled data directory. */
export interface Sizes {
  readonly features: number;
  /** Custom environments, without Production. */
  readonly environments: number;
  readonly audits: number;
  readonly telemetryRows: number;
}

export const sizeNames = [
  "features",
  "environments",
  "audits",
  "telemetryRows",
] as const satisfies readonly (keyof Sizes)[];

const whole: Sizes = {
  features: 10_000,
  environments: 1_000,
  audits: 1_000_000,
  telemetryRows: 10_000_000,
};

export function sizesAt(scale: number): Sizes {
  const scaled = (count: number) => Math.max(1, Math.round(count * scale));
  return {
    features: scaled(whole.features),
    environments: scaled(whole.environments),
    audits: scaled(whole.audits),
    telemetryRows: scaled(whole.telemetryRows),
  };
}

export function scaleKey(index: number): string {
  return `release_of_screen_${String(index).padStart(5, "0")}`;
}

/** The token of a custom environment, by its number from 0. */
export function environmentToken(index: number): string {
  return `token-of-preview-environment-${index}`;
}
