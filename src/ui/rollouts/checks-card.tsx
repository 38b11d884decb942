import type { ReactElement } from "react";
import { Link } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { Card } from "../parts/page.tsx";
import { useNow } from "../parts/relative-time.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { rolloutSideTexts } from "../texts/rollout-side-texts.ts";
import { daysSince, enabledChecks } from "./enabled-checks.ts";
import type { ShownRollout } from "./shown-rollout.ts";
import { timeNear } from "./step-words.ts";

const { checks: words } = rolloutSideTexts;
const secondMs = 1_000;

/** How many checks had the feature while a stopped rollout went on; nothing for another one. */
export function ChecksCard({ rollout }: { readonly rollout: ShownRollout }): ReactElement | null {
  const { state, steps, endedAt, key } = rollout;
  const from = steps[0]?.enteredAt ?? null;
  return state !== "stopped" || endedAt === null || from === null ? null : (
    <Checks featureKey={key} from={from} to={endedAt} />
  );
}

function Checks({
  featureKey: key,
  from,
  to,
}: {
  readonly featureKey: string;
  readonly from: number;
  readonly to: number;
}): ReactElement {
  const { id } = useEnvironment();
  const pagePath = usePagePath();
  const now = useNow();
  const { data } = useAnswer(
    "GET /environments/:environment/features/:key/evaluations",
    { params: { environment: id, key }, query: { days: daysSince(from, now) } },
    { keepsPrevious: true },
  );
  const count = data === undefined ? null : enabledChecks(data, from, to);
  const times = { from: timeNear(from, now), to: timeNear(to, now) };
  const text = count === null ? "" : count === 0 ? words.none : plural(words.atMost, count);
  return (
    <Card title={words.title}>
      {text !== "" && <p className="spaced">{fill(text, times)}</p>}
      <Link
        href={pagePath("/compare", {
          ...{ by: "time", q: key },
          from: new Date(to - secondMs).toISOString(),
          to: new Date(to + secondMs).toISOString(),
        })}
      >
        {words.compare}
      </Link>
    </Card>
  );
}
