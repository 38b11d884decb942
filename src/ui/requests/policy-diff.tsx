import type { ReactElement } from "react";
import type { RulesOfPolicy } from "../approvals/use-policy.ts";
import { Icon } from "../parts/icon.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { policySentences } from "../policies/policy-sentences.ts";
import { useNames } from "../policies/use-names.ts";
import { requestsTexts } from "../texts/requests-texts.ts";

const { request: words } = requestsTexts;

/** The sentences of a policy that a request removes and adds. */
export function PolicyDiff({
  now,
  proposed,
}: {
  readonly now: RulesOfPolicy | null;
  readonly proposed: RulesOfPolicy | null;
}): ReactElement {
  const names = useNames(useEnvironment().id);
  const sentences = (rules: RulesOfPolicy | null) =>
    rules === null ? [words.noPolicy] : policySentences(rules, names);
  const before = sentences(now);
  const after = sentences(proposed);
  return (
    <section className="diff">
      <h3>
        <Icon name="shield" />
        {words.policy}
      </h3>
      {before
        .filter((each) => !after.includes(each))
        .map((each) => (
          <p className="diff-removed" key={each}>
            {each}
          </p>
        ))}
      {after
        .filter((each) => !before.includes(each))
        .map((each) => (
          <p className="diff-added" key={each}>
            {each}
          </p>
        ))}
    </section>
  );
}
