import type { CSSProperties, ReactElement } from "react";
import type { GatesSummary } from "../../api/admin/contract/feature-models.ts";
import { texts } from "../texts/texts.ts";

/** What a gauge shows: `mirrors` is an environment that follows Production. */
type GaugeKind = "everyone" | "percentage" | "chosen" | "off" | "mirrors";

export interface GaugeValue {
  readonly kind: GaugeKind;
  /** 0 to 100; used by the kind `percentage`. */
  readonly percentage?: number;
}

/**
 * Shows how far a feature is open: a check, a pie, a dot, an empty ring, or "=". Without a label it
 * is next to a text that says the same, and is not read aloud.
 */
export function Gauge({
  value: { kind, percentage = 0 },
  label,
}: {
  readonly value: GaugeValue;
  readonly label?: string | undefined;
}): ReactElement {
  // React writes custom properties through the DOM, which the policy allows.
  const style = { "--share": percentage } as CSSProperties;
  return label === undefined ? (
    <i aria-hidden="true" className="gauge" data-kind={kind} style={style} />
  ) : (
    <span
      aria-label={label}
      className="gauge"
      data-kind={kind}
      role="img"
      style={style}
      title={label}
    />
  );
}

/** The gauge of all gates together. */
export function gaugeOf(gates: Omit<GatesSummary, "groups" | "expression">): GaugeValue {
  if (gates.boolean || gates.percentageOfTime === 100) {
    return { kind: "everyone" };
  }
  const percentage = Math.max(gates.percentageOfActors, gates.percentageOfTime);
  if (percentage > 0) {
    return { kind: "percentage", percentage };
  }
  return gates.hasExpression || gates.actorCount > 0 || gates.groupCount > 0
    ? { kind: "chosen" }
    : { kind: "off" };
}

/** The state in a badge with its gauge. */
export function StateBadge({
  state,
  gates,
}: {
  readonly state: keyof typeof texts.states;
  readonly gates: GatesSummary;
}): ReactElement {
  return (
    <span className={`badge badge-${state}`}>
      <Gauge value={gaugeOf(gates)} />
      {texts.states[state]}
    </span>
  );
}
