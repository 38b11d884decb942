import type { CSSProperties, ReactElement } from "react";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { useNow } from "../parts/relative-time.tsx";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { nextLine, type Rung, type RungState, rungsOf } from "./ladder.ts";
import { RolloutActions } from "./rollout-actions.tsx";
import type { ShownRollout } from "./shown-rollout.ts";

const { rollout: words } = rolloutsTexts;
const tickMs = 15_000;
const badges = {
  waiting: "badge",
  running: "badge badge-on",
  held: "badge badge-warning",
  paused: "badge",
  stopped: "badge badge-danger",
  done: "badge badge-on",
} as const;
const icons: Readonly<Partial<Record<RungState, IconName>>> = {
  done: "check",
  held: "warning",
  halt: "close",
};

/** The steps of a rollout: made, current and to come, and what happens next. */
export function RolloutCard({ rollout }: { readonly rollout: ShownRollout }): ReactElement {
  const now = useNow(tickMs);
  const next = nextLine(rollout, now);
  return (
    <Card
      afterTitle={<span className={badges[rollout.state]}>{words.states[rollout.state]}</span>}
      aside={<RolloutActions rollout={rollout} />}
      title={words.title}
    >
      <ol aria-label={words.steps} className="ladder">
        {rungsOf(rollout, now).map((rung, index) => (
          <Step key={index} number={index + 1} rung={rung} />
        ))}
      </ol>
      {next !== "" && <p className="ladder-next">{next}</p>}
    </Card>
  );
}

function Step({ rung, number }: { readonly rung: Rung; readonly number: number }): ReactElement {
  const { state, change, lead, note, percent } = rung;
  const icon = icons[state];
  return (
    <li
      aria-current={state === "now" || state === "held" ? "step" : undefined}
      data-state={state}
      style={{ "--percent": percent } as CSSProperties}
    >
      <span aria-hidden="true" className="ladder-node">
        {icon === undefined ? number : <Icon name={icon} />}
      </span>
      <b>{change}</b>
      <small>
        {lead !== "" && <em>{lead}</em>} {note}
      </small>
    </li>
  );
}
