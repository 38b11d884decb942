import type { Expression } from "../../expressions/expression.ts";
import type { Longevity } from "../../model/feature.ts";
import type { Person } from "../../model/person.ts";
import type { FeatureState } from "../../toggles/gates.ts";
import type { Written } from "./contract.ts";

export type GateName =
  | "boolean"
  | "expression"
  | "groups"
  | "actors"
  | "percentageOfActors"
  | "percentageOfTime";

/** The gates of a row: enough for a sentence, however large the sets are. */
export interface GatesSummary {
  readonly boolean: boolean;
  /** Null also if it is longer than 1,000 bytes; then `hasExpression` is true. */
  readonly expression: Expression | null;
  readonly hasExpression: boolean;
  /** The first three. */
  readonly groups: readonly string[];
  readonly groupCount: number;
  readonly actorCount: number;
  readonly percentageOfActors: number;
  readonly percentageOfTime: number;
}

export interface FeatureRow {
  readonly key: string;
  readonly state: FeatureState;
  readonly gates: GatesSummary;
  readonly description: string | null;
  readonly longevity: Longevity | null;
  readonly tags: readonly string[];
  readonly owner: Person | null;
  readonly createdAt: number;
  /** When the gates in force here last changed; null if that is not known. */
  readonly changedAt: number | null;
  /** Whether this environment has gates of its own; always true in Production. */
  readonly isOverridden: boolean;
  /** Longevity, state and the time of the last change say that the feature can be removed. */
  readonly looksFinished: boolean;
}

/** Tags of gate contents; a write sends the one that its page showed. */
export type GateTags = Readonly<Record<GateName, string>>;

export interface FeatureAnswer extends FeatureRow {
  readonly creator: Person | null;
  readonly expression: Expression | null;
  /** Where and why the stored expression is faulty; null if it is not. */
  readonly expressionFault: string | null;
  readonly groups: readonly string[];
  /** The first 100, sorted; `gates.actorCount` tells how many there are. */
  readonly actors: readonly string[];
  readonly gateTags: GateTags;
  /** Groups that are registered or known to the host. */
  readonly knownGroups: readonly string[];
  readonly allowsUnknownGroups: boolean;
  readonly revision: number;
  /** The Production gates, if this environment overrides them. */
  readonly production: GatesSummary | null;
}

export interface Typed {
  /** The feature's key, typed by the person; needed in Production for what many actors notice. */
  typed?: string;
  /** The tag of the gate that the page showed. */
  seen?: string;
}

/** Why a gate is open or closed for the question. */
export interface GateReason {
  readonly gate: GateName;
  readonly opens: boolean;
  /** percentageOfActors: 0 to 99,999. */
  readonly bucket?: number;
  /** percentageOfActors: the gate is open for buckets below it. */
  readonly threshold?: number;
  /** percentageOfTime and percentageOfActors. */
  readonly percentage?: number;
  /** actors: which of the asked ids; groups: which of the asked groups. */
  readonly matched?: readonly string[];
  /** groups: enabled names that nothing here can decide. */
  readonly unknown?: readonly string[];
  readonly count?: number;
  readonly expression?: ExpressionReason;
}

/** An operand of an expression with its value, and the operands below it. */
export interface ExpressionReason {
  readonly operator: string;
  /** JSON value; absent if the operand was not needed. */
  readonly value?: unknown;
  /** Whether this operand decided the result of the one above it. */
  readonly decided: boolean;
  readonly error?: string;
  readonly operands: readonly ExpressionReason[];
  /** The constant of a leaf. */
  readonly constant?: string | number | boolean;
}

export interface TryAnswer {
  readonly enabled: boolean;
  readonly gates: readonly GateReason[];
}

export interface TryQuestion {
  readonly actors: readonly string[];
  readonly groups: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A sparkline: enabled and all evaluations for each of its equal parts, oldest first. */
export interface Sparkline {
  readonly total: readonly number[];
  readonly enabled: readonly number[];
}

export interface EvaluationSeries {
  /** Seconds of one point. */
  readonly stepSeconds: number;
  /** Milliseconds since the epoch, of the first point. */
  readonly start: number;
  readonly total: readonly number[];
  readonly enabled: readonly number[];
  readonly lastEvaluatedAt: number | null;
  /** Changes of the feature's gates in this time, oldest first, at most 200. */
  readonly changes: readonly {
    readonly at: number;
    readonly action: string;
    readonly id: number;
  }[];
  /** How many days telemetry is kept; 0 if the plan keeps none. */
  readonly retentionDays: number;
}

export interface DescriptionBody {
  description: string | null;
  longevity: Longevity | null;
  tags: readonly string[];
  ownerId: number | null;
}

/** Features and their gates in one environment. */
export interface FeatureRoutes {
  "GET /environments/:environment/features": {
    answer: { readonly revision: number; readonly features: readonly FeatureRow[] };
  };
  /** Answers with the key that was stored: white space around it is removed. */
  "POST /environments/:environment/features": {
    body: { key: string } & Partial<DescriptionBody>;
    answer: Written & { readonly key: string };
  };
  "GET /environments/:environment/features/:key": { answer: FeatureAnswer };
  "PATCH /environments/:environment/features/:key": {
    body: Partial<DescriptionBody>;
    answer: Written;
  };
  /** Removes the feature from every environment. Only in Production. */
  "DELETE /environments/:environment/features/:key": { body: Typed; answer: Written };
  "DELETE /environments/:environment/features/:key/gates": { body: Typed; answer: Written };
  /** The environment follows Production again. */
  "DELETE /environments/:environment/features/:key/override": { answer: Written };
  "PUT /environments/:environment/features/:key/boolean": {
    body: { enabled: boolean } & Typed;
    answer: Written;
  };
  "PUT /environments/:environment/features/:key/percentage-of-actors": {
    body: { percentage: number } & Typed;
    answer: Written;
  };
  "PUT /environments/:environment/features/:key/percentage-of-time": {
    body: { percentage: number } & Typed;
    answer: Written;
  };
  /** `json` is the text that was typed, so that its place and its numbers can be told exactly. */
  "PUT /environments/:environment/features/:key/expression": {
    body: { json: string | null } & Typed;
    answer: Written;
  };
  "PATCH /environments/:environment/features/:key/actors": {
    body: { add?: readonly string[]; remove?: readonly string[]; typed?: string };
    /** Counts only actors that were not there, and that were. */
    answer: Written & { readonly added: number; readonly removed: number };
  };
  "PATCH /environments/:environment/features/:key/groups": {
    body: {
      add?: readonly string[];
      remove?: readonly string[];
      allowUnknown?: boolean;
      typed?: string;
    };
    answer: Written;
  };
  /** At most 200 after `after`, of those that contain `text` whatever its letter case. */
  "GET /environments/:environment/features/:key/actors": {
    query: { text?: string; after?: string };
    answer: {
      readonly actors: readonly string[];
      /** How many contain the text. */
      readonly matching: number;
      readonly hasMore: boolean;
    };
  };
  "POST /environments/:environment/features/:key/try": { body: TryQuestion; answer: TryAnswer };
  /** Copies the gates in force here to another environment. */
  "POST /environments/:environment/features/:key/copy": {
    body: { to: number; typed?: string };
    answer: Written;
  };
  "GET /environments/:environment/features/:key/evaluations": {
    query: { days: number };
    answer: EvaluationSeries;
  };
  /** For the rows on the screen: at most 100 keys, as a JSON list. */
  "GET /environments/:environment/sparklines": {
    query: { keys: string };
    answer: { readonly sparklines: Readonly<Record<string, Sparkline>> };
  };
  /** Refused with `expression_invalid` and a place. */
  "POST /expressions/check": {
    body: { json: string };
    answer: { readonly expression: Expression; readonly json: string };
  };
}
