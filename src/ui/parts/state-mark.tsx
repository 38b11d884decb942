import type { ReactElement } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { texts } from "../texts/texts.ts";

type State = FeatureRow["state"];

/** A filled, half or empty circle; the form shows the state without colours too. */
export function StateMark({ state }: { readonly state: State }): ReactElement {
  return (
    <span
      aria-label={texts.states[state]}
      className={`state state-${state}`}
      role="img"
      title={texts.states[state]}
    />
  );
}

export function StateBadge({ state }: { readonly state: State }): ReactElement {
  return <span className={`badge badge-${state}`}>{texts.states[state]}</span>;
}
