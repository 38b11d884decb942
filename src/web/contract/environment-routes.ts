import type { Static } from "@sinclair/typebox";
import type { EnvironmentState } from "../../model/environment-state-names.ts";
import type { Person } from "../../model/person.ts";
import type { FeatureState } from "../../toggles/gates.ts";
import type { Written } from "./contract.ts";
import type { GatesSummary } from "./feature-models.ts";
import type { CreatedToken, NewToken, TokenList } from "./token-models.ts";

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
  "GET /environments/:environment/tokens": { answer: Static<typeof TokenList> };
  "POST /environments/:environment/tokens": {
    body: Static<typeof NewToken>;
    answer: Static<typeof CreatedToken>;
  };
  "DELETE /environments/:environment/tokens/:token": { answer: Static<typeof TokenList> };
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
