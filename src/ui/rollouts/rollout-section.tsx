import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { pageHeading } from "../parts/page-heading.ts";
import { useMay, useSession } from "../session/session.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { GuardCard } from "./guard-card.tsx";
import { hiddenRollouts } from "./hidden-rollouts.ts";
import { PlanSheet } from "./plan-sheet.tsx";
import { RolloutCard } from "./rollout-card.tsx";
import { RolloutNote } from "./rollout-note.tsx";
import { RolloutStyles } from "./rollout-styles.tsx";
import type { ShownRollout } from "./shown-rollout.ts";

const { guard: words } = rolloutsTexts;
const minuteMs = 60_000;

/** The rollout of a feature: why it stands still, its steps, and what its guards see. */
export function RolloutSection({
  rollout,
  feature,
}: {
  readonly rollout: ShownRollout;
  readonly feature: FeatureAnswer;
}): ReactElement {
  const { user } = useSession();
  const mayChange = useMay("member");
  const [isAgain, setAgain] = useState(false);
  const { id, guards, endedAt } = rollout;
  const { data, error } = useAnswer(
    "GET /rollouts/:rollout/guards",
    { params: { rollout: id } },
    // Outcomes arrive without events.
    { isNeeded: guards.length > 0, everyMs: endedAt === null ? minuteMs : undefined },
  );
  const standings = data?.guards ?? [];
  const mayStart = mayChange && feature.rollout === null;
  return (
    <>
      <ApprovalStyles />
      <RolloutStyles />
      <RolloutNote
        onAgain={mayStart ? () => setAgain(true) : null}
        onHide={() => {
          hiddenRollouts.add(user?.id ?? null, String(id));
          pageHeading()?.focus();
        }}
        rollout={rollout}
      />
      <RolloutCard rollout={rollout} />
      {standings.map((standing) => (
        <GuardCard
          key={standing.guard.name}
          standing={standing}
          stoppedAt={rollout.state === "stopped" ? endedAt : null}
        />
      ))}
      {error !== null && guards.length > 0 && data === undefined && (
        <p className="faint">{words.failed}</p>
      )}
      {mayStart && (
        <PlanSheet
          again={rollout}
          feature={feature}
          isOpen={isAgain}
          key={id}
          onClose={() => setAgain(false)}
          onStarted={() => setAgain(false)}
        />
      )}
    </>
  );
}
