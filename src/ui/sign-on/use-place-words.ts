import type { GroupRule } from "../../api/admin/contract/sign-on-models.ts";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { signOnTexts } from "../texts/sign-on-texts.ts";

const { rules: words } = signOnTexts;

type Place = Pick<GroupRule, "environmentId" | "environment">;

/** Returns where a rule counts, such as "in Production". */
export function usePlaceWords(): (place: Place) => string {
  const { environments } = useEnvironments();
  return ({ environmentId, environment }) => {
    if (environmentId === null) {
      return words.everywhere;
    }
    const known = environments.find(({ id }) => id === environmentId)?.name;
    return fill(words.in, { environment: known ?? environment ?? String(environmentId) });
  };
}
