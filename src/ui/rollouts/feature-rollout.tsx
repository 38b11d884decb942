import { type ComponentProps, type ReactElement, Suspense, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { lazily } from "../parts/lazily.tsx";
import { usePageCommands } from "../parts/page-commands.ts";
import { useMay, useSession } from "../session/session.ts";
import type { PlanSheet as LoadedPlan } from "./plan-sheet.tsx";
import type { RolloutSection as LoadedSection } from "./rollout-section.tsx";
import type { RolloutSide as LoadedSide } from "./rollout-side.tsx";
import type { ShownRollout } from "./shown-rollout.ts";

const Section = lazily<ComponentProps<typeof LoadedSection>>(
  async () => (await import("./rollout-section.tsx")).RolloutSection,
);
const Side = lazily<ComponentProps<typeof LoadedSide>>(
  async () => (await import("./rollout-side.tsx")).RolloutSide,
);
const PlanSheet = lazily<ComponentProps<typeof LoadedPlan>>(
  async () => (await import("./plan-sheet.tsx")).PlanSheet,
);

/** The cards of a feature's rollout above its gates; nothing without one. */
export function RolloutCards({
  rollout,
  feature,
}: {
  readonly rollout: ShownRollout | null;
  readonly feature: FeatureAnswer;
}): ReactElement | null {
  return rollout === null ? null : (
    <Suspense fallback={null}>
      <Section feature={feature} key={rollout.id} rollout={rollout} />
    </Suspense>
  );
}

/** The cards next to the gates. */
export function RolloutAside({
  rollout,
}: {
  readonly rollout: ShownRollout | null;
}): ReactElement | null {
  return rollout === null ? null : (
    <Suspense fallback={null}>
      <Side key={rollout.id} rollout={rollout} />
    </Suspense>
  );
}

/** The plan of a new rollout; it opens from the header, the gates and the palette. */
export function usePlanSheet(feature: FeatureAnswer) {
  const { mode } = useSession();
  const mayStart = useMay("member") && mode === "hosted" && feature.rollout === null;
  // A plan that was not started stays as it was typed.
  const [plan, setPlan] = useState({ number: 0, isStarted: true });
  const [isOpen, setOpen] = useState(false);
  const open = mayStart
    ? () => {
        setPlan((latest) =>
          latest.isStarted ? { number: latest.number + 1, isStarted: false } : latest,
        );
        setOpen(true);
      }
    : null;
  usePageCommands(open === null ? {} : { rollOut: open });
  const sheet = plan.number > 0 && (
    <Suspense fallback={null}>
      <PlanSheet
        again={null}
        feature={feature}
        isOpen={isOpen}
        key={plan.number}
        onClose={() => setOpen(false)}
        onStarted={() => {
          setOpen(false);
          setPlan({ ...plan, isStarted: true });
        }}
      />
    </Suspense>
  );
  return { open, sheet };
}
