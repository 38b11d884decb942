import { useRef, useState } from "react";
import type { ProjectStepRow } from "../../api/admin/contract/step-models.ts";
import { useSession } from "../session/session.ts";
import { stepId } from "./audit-steps.ts";

interface HeldSteps {
  readonly steps: readonly ProjectStepRow[];
  /** How many new steps are not shown. */
  readonly waiting: number;
  readonly release: () => void;
}

/**
 * While `isHeld`, new steps of others are not shown, so that no row slips away under the pointer or
 * the cursor. `list` identifies the filters.
 */
export function useHeldSteps(
  next: readonly ProjectStepRow[],
  list: string | null,
  isHeld: boolean,
): HeldSteps {
  const { user } = useSession();
  const shown = useRef({ list, first: "" });
  const [, setReleases] = useState(0);
  const isFirst = ({ environment, newest }: ProjectStepRow) =>
    stepId(environment.id, newest.id) === shown.current.first;
  const isOwn = ({ newest: { actor } }: ProjectStepRow) =>
    actor.type === "User" && actor.id === String(user?.id);
  const waiting = next.findIndex(isFirst);
  if (isHeld && waiting > 0 && shown.current.list === list && !next.slice(0, waiting).some(isOwn)) {
    return {
      steps: next.slice(waiting),
      waiting,
      release: () => {
        shown.current = { list, first: "" };
        setReleases((count) => count + 1);
      },
    };
  }
  const [first] = next;
  shown.current = {
    list,
    first: first === undefined ? "" : stepId(first.environment.id, first.newest.id),
  };
  return { steps: next, waiting: 0, release: () => undefined };
}
