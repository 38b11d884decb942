import { type ReactElement, useState } from "react";
import type { TrustRule } from "../../api/admin/contract/trust-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { Card } from "../parts/page.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { trustTexts } from "../texts/trust-texts.ts";
import { CiExample } from "./ci-example.tsx";
import { TrustRuleModal } from "./trust-rule-modal.tsx";

const { rules: words } = trustTexts;

/** Which jobs of CI systems get tokens, and how a job asks for one. */
export function TrustSection(): ReactElement {
  const query = useAnswer("GET /trust-rules", {});
  const [edited, setEdited] = useState<TrustRule | "new" | null>(null);
  const [removed, setRemoved] = useState<TrustRule | null>(null);
  return (
    <>
      <Card
        aside={
          <Button icon="plus" look="main" onClick={() => setEdited("new")}>
            {words.add}
          </Button>
        }
        isFlush={true}
        title={words.title}
      >
        <Loaded name={words.title} query={query}>
          {({ rules }) =>
            rules.length === 0 ? (
              <EmptyState icon="program" title={words.emptyTitle}>
                {words.emptyText}
              </EmptyState>
            ) : (
              <ul className="rows">
                {rules.map((rule) => (
                  <RuleRow key={rule.id} onEdit={setEdited} onRemove={setRemoved} rule={rule} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <p className="card-foot hint">{words.text}</p>
      </Card>
      <CiExample />
      <TrustRuleModal
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        rule={edited === "new" ? null : edited}
      />
      <RemoveRule onClose={() => setRemoved(null)} rule={removed} />
    </>
  );
}

function RuleRow({
  rule,
  onEdit,
  onRemove,
}: {
  readonly rule: TrustRule;
  readonly onEdit: (rule: TrustRule) => void;
  readonly onRemove: (rule: TrustRule) => void;
}): ReactElement {
  const { environments } = useEnvironments();
  const { name, issuer, audience, access, claims, environmentId, environment } = rule;
  const place = environments.find(({ id }) => id === environmentId)?.name ?? environment;
  const conditions = claims.map((claim) => fill(words.claim, claim)).join(", ");
  return (
    <li className="row">
      <div className="row-main">
        <b>{name}</b>
        <small>{fill(words.sentence, { issuer, claims: conditions, audience })}</small>
        <small>
          {fill(words.gets, { access: tokensTexts.tokens.accesses[access], environment: place })}
        </small>
      </div>
      <Menu
        actions={[
          { label: texts.common.edit, icon: "settings", onChoose: () => onEdit(rule) },
          {
            label: texts.common.remove,
            icon: "trash",
            isDanger: true,
            onChoose: () => onRemove(rule),
          },
        ]}
        label={fill(words.actionsOf, { name })}
      />
    </li>
  );
}

function RemoveRule({
  rule,
  onClose,
}: {
  readonly rule: TrustRule | null;
  readonly onClose: () => void;
}): ReactElement {
  const name = rule?.name ?? "";
  const remove = useChange("DELETE /trust-rules/:rule", {
    onDone: () => {
      onClose();
      showDone(fill(words.removed, { name }));
    },
  });
  return (
    <ConfirmByName
      action={texts.common.remove}
      description={words.removeText}
      isBusy={remove.isPending}
      isDanger={true}
      isOpen={rule !== null}
      name={null}
      onClose={onClose}
      onConfirm={() => rule !== null && remove.mutate({ params: { rule: rule.id } })}
      title={fill(words.removeTitle, { name })}
    />
  );
}
