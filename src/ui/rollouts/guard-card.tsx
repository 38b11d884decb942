import type { ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { fill, formatNumber } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { GuardChart } from "./guard-chart.tsx";
import { differenceWords, evidenceWords, rateWords } from "./guard-words.ts";
import type { SeenByGuard } from "./shown-rollout.ts";

const { guard: words } = rolloutsTexts;
const badges = {
  within: "badge badge-on",
  alarm: "badge badge-danger",
  silent: "badge badge-warning",
  mismatch: "badge badge-warning",
  no_data: "badge",
} as const;

/** What a guard has seen: both sides in this step, and their rates of 24 hours. */
export function GuardCard({
  standing,
  stoppedAt,
}: {
  readonly standing: SeenByGuard;
  /** When the rollout was stopped; null while it goes on. */
  readonly stoppedAt: number | null;
}): ReactElement {
  const { guard, state, enabled, disabled, points } = standing;
  return (
    <Card
      aside={
        <span className={badges[state]}>
          {state === "within" && <Icon name="check" />}
          {words.states[state]}
        </span>
      }
      title={fill(words.title, { name: guard.name })}
    >
      <table className="guard-table">
        <thead>
          <tr>
            <th scope="col">{words.step}</th>
            <th scope="col">{words.outcomes}</th>
            <th scope="col">{guard.bad === "errors" ? words.errors : words.bad}</th>
            <th scope="col">{words.rate}</th>
            <th scope="col">{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          <Side
            difference={differenceWords(enabled, disabled)}
            isOver={state === "alarm"}
            name="enabled"
            side={enabled}
          />
          <Side difference="" isOver={false} name="disabled" side={disabled} />
        </tbody>
      </table>
      {points.length === 0 ? (
        <p className="faint">{fill(words.none, { name: guard.name })}</p>
      ) : (
        <GuardChart standing={standing} stoppedAt={stoppedAt} />
      )}
      <p className="hint guard-hint">{evidenceWords(standing)}</p>
    </Card>
  );
}

function Side({
  name,
  side,
  difference,
  isOver,
}: {
  readonly name: "enabled" | "disabled";
  readonly side: SeenByGuard["enabled"];
  readonly difference: string;
  readonly isOver: boolean;
}): ReactElement {
  return (
    <tr data-over={isOver || undefined}>
      <th scope="row">
        <i aria-hidden="true" className="guard-key" data-side={name} />
        {words[name]}
      </th>
      <td>{formatNumber(side.total)}</td>
      <td>{formatNumber(side.bad)}</td>
      <td>
        <b>{rateWords(side.rate)}</b>
      </td>
      <td>
        <b>{difference}</b>
      </td>
    </tr>
  );
}
