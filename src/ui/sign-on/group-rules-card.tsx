import { type ReactElement, useState } from "react";
import type { GroupRule } from "../../api/admin/contract/sign-on-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { Card } from "../parts/page.tsx";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { signOnTexts } from "../texts/sign-on-texts.ts";
import { texts } from "../texts/texts.ts";
import { GroupRuleModal } from "./group-rule-modal.tsx";
import { usePlaceWords } from "./use-place-words.ts";

const { rules: words } = signOnTexts;

/** The rule of an open dialog; "new" for one that is added. */
type Edited = GroupRule | "new" | null;

/** What the groups of the provider may do, as sentences. */
export function GroupRulesCard(): ReactElement {
  const { signOn } = useSession();
  const query = useAnswer("GET /group-rules", {});
  const [edited, setEdited] = useState<Edited>(null);
  const [removed, setRemoved] = useState<GroupRule | null>(null);
  return (
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
            <EmptyState icon="people" title={words.emptyTitle}>
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
      <p className="card-foot hint">
        {words.text} {signOn === null && words.waiting}
      </p>
      <GroupRuleModal
        isOpen={edited !== null}
        onClose={() => setEdited(null)}
        rule={edited === "new" ? null : edited}
      />
      <RemoveRule onClose={() => setRemoved(null)} rule={removed} />
    </Card>
  );
}

function RuleRow({
  rule,
  onEdit,
  onRemove,
}: {
  readonly rule: GroupRule;
  readonly onEdit: (rule: GroupRule) => void;
  readonly onRemove: (rule: GroupRule) => void;
}): ReactElement {
  const place = usePlaceWords();
  const { group, role } = rule;
  return (
    <li className="row">
      <p className="row-main">
        {words.people} <code>{group}</code>{" "}
        {fill(words.are, { roles: words.roles[role], place: place(rule) })}
      </p>
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
        label={fill(words.actionsOf, { group })}
      />
    </li>
  );
}

function RemoveRule({
  rule,
  onClose,
}: {
  readonly rule: GroupRule | null;
  readonly onClose: () => void;
}): ReactElement {
  const remove = useChange("DELETE /group-rules/:rule", {
    onDone: () => {
      onClose();
      showDone(words.removed);
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
      title={fill(words.removeTitle, { group: rule?.group ?? "" })}
    />
  );
}
