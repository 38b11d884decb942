import type { EnvironmentState } from "../../model/environment-state-names.ts";
import type { Person } from "../../model/person.ts";
import type { TokenAccess } from "../../model/token.ts";
import type { FeatureState } from "../../toggles/gates.ts";
import type { Written } from "./contract.ts";
import type { GatesSummary } from "./feature-routes.ts";

export interface EnvironmentRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly state: EnvironmentState;
  readonly createdAt: number;
  /** Whose personal environment it is. */
  readonly member: Person | null;
  /** How many features have gates of their own here. */
  readonly overrideCount: number;
  readonly activeTokenCount: number;
}

export interface TokenRow {
  readonly id: number;
  readonly name: string;
  readonly access: TokenAccess;
  readonly managesEnvironments: boolean;
  readonly owner: Person | null;
  readonly isPreview: boolean;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** A feature whose gates in force differ between two environments. */
export interface ComparedFeature {
  readonly key: string;
  readonly isDifferent: boolean;
  readonly left: { readonly state: FeatureState; readonly gates: GatesSummary };
  readonly right: { readonly state: FeatureState; readonly gates: GatesSummary };
  /** How many actors only one side has. */
  readonly actorsOnlyLeft: number;
  readonly actorsOnlyRight: number;
}

export interface EnvironmentRoutes {
  "GET /environments": { answer: { readonly environments: readonly EnvironmentRow[] } };
  "POST /environments": {
    body: { name: string };
    answer: Written & { readonly environment: EnvironmentRow };
  };
  /** Only custom environments can be deleted. `typed` is the environment's name. */
  "DELETE /environments/:environment": { body: { typed: string }; answer: Written };
  "GET /environments/:environment/tokens": { answer: { readonly tokens: readonly TokenRow[] } };
  "POST /environments/:environment/tokens": {
    body: {
      name: string;
      access: TokenAccess;
      managesEnvironments?: boolean;
      expiresInDays?: number;
    };
    /** The value is shown once and never stored. */
    answer: { readonly token: TokenRow; readonly value: string };
  };
  "DELETE /environments/:environment/tokens/:token": {
    answer: { readonly tokens: readonly TokenRow[] };
  };
  /** Differences first, then the rest by key; 1,000 together. The counts are those of all. */
  "GET /compare": {
    query: { a: number; b: number };
    answer: {
      readonly featureCount: number;
      readonly differentCount: number;
      readonly features: readonly ComparedFeature[];
    };
  };
}
