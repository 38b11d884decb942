import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { useRoleCheck } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { EditPolicy } from "./edit-policy.tsx";
import { policySentences } from "./policy-sentences.ts";
import { useNames } from "./use-names.ts";

const { policy: words } = policyTexts;

/** The approvals that changes of an environment need, as sentences. */
export function PolicyCard({
  environment,
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  // A personal environment has no policy.
  const mayEdit = useRoleCheck()("admin", environment.id) && environment.state !== "personal";
  const names = useNames(environment.id);
  const [isEditing, setEditing] = useState(false);
  const query = useAnswer("GET /environments/:environment/policy", {
    params: { environment: environment.id },
  });
  const rules = query.data?.policy;
  return (
    <Card
      aside={
        mayEdit &&
        rules !== undefined && (
          <Button onClick={() => setEditing(true)}>
            {rules === null ? words.protect : words.edit}
          </Button>
        )
      }
      title={words.title}
    >
      <ApprovalStyles />
      <Loaded name={words.title} query={query}>
        {({ policy }) =>
          policy === null ? (
            <p className="soft">{fill(words.none, { environment: environment.name })}</p>
          ) : (
            <div className="stack">
              <p>{fill(words.lead, { environment: environment.name })}</p>
              <ul className="policy-sentences">
                {policySentences(policy, names).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      <EditPolicy
        environment={environment}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        rules={rules ?? null}
      />
    </Card>
  );
}
