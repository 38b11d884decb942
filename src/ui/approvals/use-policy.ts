import type { Role } from "../../api/admin/contract/member-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useRoleCheck, useSession } from "../session/session.ts";

const route = "GET /environments/:environment/policy";

type PolicyAnswer = AnswerOf<typeof route>;
export type RulesOfPolicy = NonNullable<PolicyAnswer["policy"]>;

interface EnvironmentPolicy {
  /** Null without approvals, and until it is known: then the refusal of a change asks. */
  readonly rules: RulesOfPolicy | null;
  readonly bypasses: PolicyAnswer["bypasses"];
  /** Whether this person may change the environment without approval. */
  readonly mayBypass: boolean;
}

/** The approvals that changes of an environment need. */
export function usePolicy(environment: number | null): EnvironmentPolicy {
  const { mode } = useSession();
  const may = useRoleCheck();
  const query = useAnswer(
    route,
    { params: { environment: environment ?? "" } },
    { isNeeded: mode === "hosted" && environment !== null },
  );
  const rules = query.data?.policy ?? null;
  return {
    rules,
    bypasses: query.data?.bypasses ?? [],
    mayBypass:
      rules?.bypass.roles.some((role: Role) => may(role, environment ?? undefined)) === true,
  };
}
