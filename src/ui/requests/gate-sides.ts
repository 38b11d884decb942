import type { FeatureGates, GateName } from "../../api/admin/contract/feature-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { gateNames } from "../gates/gate-names.ts";
import { namesIn } from "../gates/gate-words.ts";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { texts } from "../texts/texts.ts";

const { gates: words } = gatesTexts;

export type ShownRequest = AnswerOf<"GET /requests/:request">;
export type RequestedFeature = ShownRequest["features"][number];
type Side = RequestedFeature["base"];

/** One gate of a feature: for which state the request was made, now, and after the request. */
export interface GateSides {
  readonly gate: GateName;
  /** The value that the request is based on. */
  readonly based: string;
  readonly now: string;
  readonly proposed: string;
  /** For lists: what stays, goes and comes. */
  readonly members: {
    readonly same: string;
    readonly removed: string;
    readonly added: string;
  } | null;
  readonly isChanged: boolean;
  readonly hasDrifted: boolean;
}

const closed: FeatureGates = {
  boolean: false,
  expression: null,
  groups: [],
  actors: [],
  percentageOfActors: 0,
  percentageOfTime: 0,
};

/** The gates of a side; null if they are unknown, or too large to be shown. */
function gatesOf(side: Side): FeatureGates | null {
  return side?.own === "missing" ? closed : (side?.gates ?? null);
}

/** All gates of a feature; null if a side is not known. */
export function gateSides(feature: RequestedFeature): readonly GateSides[] | null {
  const now = gatesOf(feature.now);
  const proposed = gatesOf(feature.proposed);
  const based = gatesOf(feature.base) ?? now;
  return now === null || proposed === null || based === null
    ? null
    : gateNames.map((gate) => sidesOf(gate, { based, now, proposed }));
}

function sidesOf(
  gate: GateName,
  { based, now, proposed }: Readonly<Record<"based" | "now" | "proposed", FeatureGates>>,
): GateSides {
  return {
    gate,
    based: valueWords(based, gate),
    now: valueWords(now, gate),
    proposed: valueWords(proposed, gate),
    members: gate === "actors" || gate === "groups" ? membersOf(now, proposed, gate) : null,
    isChanged: !isSame(now, proposed, gate),
    hasDrifted: !isSame(based, now, gate),
  };
}

function isSame(left: FeatureGates, right: FeatureGates, gate: GateName): boolean {
  return JSON.stringify(left[gate]) === JSON.stringify(right[gate]);
}

function valueWords(gates: FeatureGates, gate: GateName): string {
  switch (gate) {
    case "boolean":
      return gates.boolean ? words.everyone.on : words.everyone.off;
    case "expression":
      return gates.expression === null ? words.empty : expressionSummary(gates.expression);
    case "groups":
    case "actors":
      return namesIn(gates[gate]);
    default:
      return `${gates[gate]}%`;
  }
}

function membersOf(now: FeatureGates, proposed: FeatureGates, gate: "actors" | "groups") {
  const before = new Set(now[gate]);
  const after = new Set(proposed[gate]);
  const kept = now[gate].filter((name) => after.has(name)).length;
  const names = (some: readonly string[]) => (some.length === 0 ? "" : namesIn(some));
  return {
    same:
      kept === 0
        ? ""
        : plural(requestsTexts.request.stay, kept).replace("{what}", () =>
            plural(texts.gateSummary[gate], kept),
          ),
    removed: names(now[gate].filter((name) => !after.has(name))),
    added: names(proposed[gate].filter((name) => !before.has(name))),
  };
}

/** The gates that somebody changed since the request was made. */
export function driftOf({ features }: ShownRequest) {
  return features.flatMap((feature) =>
    (gateSides(feature) ?? [])
      .filter(({ hasDrifted }) => hasDrifted)
      .map((sides) => ({ feature, sides })),
  );
}

/** What the same request proposed at an earlier look, as sentences. */
export function changedSince(before: ShownRequest, after: ShownRequest): readonly string[] {
  const idOf = ({ environment, key }: RequestedFeature) => `${environment} ${key}`;
  const earlier = new Map(before.features.map((each) => [idOf(each), each]));
  return after.features.flatMap((feature) => {
    const other = earlier.get(idOf(feature));
    const sidesBefore = other === undefined ? null : gateSides(other);
    return (gateSides(feature) ?? []).flatMap(({ gate, proposed }, index) => {
      const was = sidesBefore?.[index]?.proposed;
      return was === undefined || was === proposed
        ? []
        : fill(requestsTexts.request.changedGate, {
            gate: words.names[gate],
            key: feature.key,
            before: was,
            after: proposed,
          });
    });
  });
}
