import { useEffect } from "react";
import type { FirstRun } from "../../api/admin/contract/first-run-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useProduction } from "../paths/environment.ts";
import { useMayInOrganization, useSession } from "../session/session.ts";
import { connectionIn } from "./arrivals.ts";
import { hideStart, useStartHidden } from "./hidden-start.ts";

/** Which steps the facts tick. */
export interface StartSteps {
  readonly own: boolean;
  readonly feature: boolean;
  readonly connect: boolean;
  readonly invite: boolean;
  readonly staging: boolean;
}

export const stepCount = 5;

export function startSteps(facts: FirstRun, slug: string): StartSteps {
  return {
    own: true,
    feature: facts.featureCount > 0,
    connect: connectionIn(facts, slug) !== null,
    invite: facts.otherMemberCount > 0,
    staging: facts.otherEnvironmentCount > 0,
  };
}

export function doneCount(steps: StartSteps): number {
  return Object.values(steps).filter((isDone) => isDone).length;
}

/** For the entry of the sidebar; how many steps are done is null until that is loaded. */
export function useStartProgress(isOnPage: boolean): {
  readonly isShown: boolean;
  readonly done: number | null;
} {
  const { user, mode } = useSession();
  const isAdmin = useMayInOrganization("admin");
  const { slug } = useProduction();
  const isHidden = useStartHidden(user?.id ?? null);
  const isNeeded = mode === "hosted" && isAdmin && user !== null && (!isHidden || isOnPage);
  const { data } = useAnswer("GET /first-run", {}, { isNeeded });
  const done = data === undefined ? null : doneCount(startSteps(data, slug));
  const id = user?.id ?? null;
  useEffect(() => {
    if (done === stepCount && id !== null) {
      hideStart(id);
    }
  }, [done, id]);
  return { isShown: isNeeded, done };
}
