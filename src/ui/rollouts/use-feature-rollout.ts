import { type RefObject, useEffect, useRef, useState } from "react";
import type { GateName } from "../../api/admin/contract/feature-models.ts";
import { queryClient } from "../api/query-client.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { hiddenRollouts } from "./hidden-rollouts.ts";
import type { ShownRollout } from "./shown-rollout.ts";

const shownAfterEndMs = 1_209_600_000;
const ownChangeMs = 5_000;

/** The rollout that the page of a feature shows: the active one, or the latest that ended lately. */
export function useFeatureRollout(key: string): ShownRollout | null | undefined {
  const { id } = useEnvironment();
  const { mode, user } = useSession();
  const hidden = hiddenRollouts.use(user?.id ?? null);
  const { data } = useAnswer(
    "GET /environments/:environment/rollouts",
    { params: { environment: id }, query: { key, state: "all", limit: 1 } },
    { isNeeded: mode === "hosted" },
  );
  if (data === undefined) {
    return undefined;
  }
  const [latest] = data.rollouts;
  const isOver =
    latest?.endedAt != null &&
    (Date.now() - latest.endedAt > shownAfterEndMs || hidden.includes(String(latest.id)));
  return latest === undefined || isOver ? null : latest;
}

/** Whether the server makes the next step of a rollout by itself. */
export function goesOn(rollout: Pick<ShownRollout, "state"> | null | undefined): boolean {
  return rollout?.state === "running" || rollout?.state === "waiting";
}

const gatesOfChanges: Readonly<Record<string, GateName>> = {
  enable: "boolean",
  percentage_of_actors: "percentageOfActors",
  percentage_of_time: "percentageOfTime",
  expression: "expression",
  actors: "actors",
  groups: "groups",
};

/** The gates that an active rollout sets; none of an ended one. */
export function gatesOfRollout(rollout: ShownRollout | null): ReadonlySet<GateName> {
  const steps = rollout === null || rollout.endedAt !== null ? [] : rollout.steps;
  return new Set(steps.flatMap(({ change }) => gatesOfChanges[change.kind] ?? []));
}

/**
 * While the pointer is over `area`, a change by another person that gives the card another height is
 * not shown, so that no row moves under the pointer.
 */
export function useStill(
  rollout: ShownRollout | null | undefined,
  area: RefObject<HTMLElement | null>,
): ShownRollout | null {
  const shape = shapeOf(rollout);
  const shown = useRef({ rollout, shape });
  const isPointedAt = useRef(false);
  const [, setReleases] = useState(0);
  const isHeld =
    shown.current.rollout !== undefined &&
    shown.current.shape !== shape &&
    isPointedAt.current &&
    !hasOwnChange();
  if (!isHeld) {
    shown.current = { rollout, shape };
  }
  useEffect(() => {
    const element = area.current;
    // On a touch screen nothing is pointed at.
    const enter = ({ pointerType }: PointerEvent) => {
      isPointedAt.current = pointerType === "mouse";
    };
    const leave = () => {
      isPointedAt.current = false;
      setReleases((count) => count + 1);
    };
    element?.addEventListener("pointerover", enter);
    element?.addEventListener("pointerleave", leave);
    return () => {
      element?.removeEventListener("pointerover", enter);
      element?.removeEventListener("pointerleave", leave);
    };
  }, [area]);
  return shown.current.rollout ?? null;
}

function shapeOf(rollout: ShownRollout | null | undefined): string {
  const isNoted = rollout?.endedAt != null || rollout?.state === "held";
  return rollout == null ? "" : `${rollout.id} ${isNoted ? rollout.state : ""}`;
}

function hasOwnChange(): boolean {
  const since = Date.now() - ownChangeMs;
  return queryClient
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.submittedAt > since);
}
