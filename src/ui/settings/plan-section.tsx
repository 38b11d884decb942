import { type ReactElement, useState } from "react";
import type { LimitRow } from "../../api/admin/contract/plan-models.ts";
import type { AnswerOf } from "../api/call.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField, TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { useMay } from "../session/session.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { ActorSampleCard } from "./actor-sample-card.tsx";
import { limitText, typedLimit } from "./limit-text.ts";

const { plan: words } = settingsTexts.settings;

type Plan = AnswerOf<"GET /plan">;

/** The limits of the plan with the use of each, and whether actors are sampled. */
export function PlanSection(): ReactElement {
  return (
    <>
      <PlanLimits />
      <ActorSampleCard />
    </>
  );
}

function PlanLimits(): ReactElement {
  const query = useAnswer("GET /plan", {});
  const isOwner = useMay("owner");
  const [isEditing, setEditing] = useState(false);
  return (
    <Loaded name={words.title} query={query}>
      {(plan) => (
        <Card
          aside={isOwner && <Button onClick={() => setEditing(true)}>{texts.common.edit}</Button>}
          isFlush={true}
          title={words.plans[plan.plan]}
        >
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.limit}</th>
                <th className="to-right" scope="col">
                  {words.used}
                </th>
                <th className="to-right" scope="col">
                  {words.allowed}
                </th>
                <th scope="col">
                  <span className="visually-hidden">{words.share}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {plan.limits.map((row) => (
                <LimitLine key={row.name} row={row} />
              ))}
            </tbody>
          </table>
          <Modal
            isOpen={isEditing}
            look="wide"
            onClose={() => setEditing(false)}
            title={words.editTitle}
          >
            <PlanForm onClose={() => setEditing(false)} plan={plan} />
          </Modal>
        </Card>
      )}
    </Loaded>
  );
}

function LimitLine({ row }: { readonly row: LimitRow }): ReactElement {
  const { name, limit, used, isOverridden } = row;
  return (
    <tr>
      <td>
        {words.limits[name]} {isOverridden && <span className="tag">{words.changed}</span>}
      </td>
      <td className="to-right num">{used === null ? "" : limitText(name, used)}</td>
      <td className="to-right num">{limit === null ? words.noLimit : limitText(name, limit)}</td>
      <td>
        {used !== null && limit !== null && (
          <meter
            aria-label={words.limits[name]}
            className="meter"
            high={limit * 0.9}
            max={Math.max(limit, 1)}
            min={0}
            value={Math.min(used, limit)}
          />
        )}
      </td>
    </tr>
  );
}

const planChoices = (["self_hosted", "team", "free"] as const).map((value) => ({
  value,
  label: words.plans[value],
}));

function PlanForm({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const [name, setName] = useState(plan.plan);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      plan.limits
        .filter(({ isOverridden }) => isOverridden)
        .map((row) => [row.name, row.limit === null ? "" : String(row.limit)]),
    ),
  );
  const save = useChange("PUT /plan", { isShown: () => true, onDone: onClose });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const limits = Object.fromEntries(
          Object.entries(typed)
            .filter(([, text]) => text !== "")
            .map(([key, text]) => [key, typedLimit(text)]),
        );
        save.mutate({ body: { plan: name, limits } });
      }}
    >
      <SelectField choices={planChoices} label={words.plan} onChoose={setName} value={name} />
      <p className="hint">{words.editHint}</p>
      <div className="field-pair">
        {plan.limits.map(({ name: limit, minimum, maximum }) => (
          <TextField
            error={save.error?.place === limit ? save.error.message : undefined}
            inputMode="numeric"
            key={limit}
            label={words.limits[limit]}
            max={maximum}
            min={minimum}
            onChange={({ target }) => setTyped({ ...typed, [limit]: target.value })}
            placeholder={words.asPlan}
            type="number"
            value={typed[limit] ?? ""}
          />
        ))}
      </div>
      {save.error !== null && (
        <p className="field-error" role="alert">
          {save.error.message}
        </p>
      )}
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button isBusy={save.isPending} look="main" type="submit">
          {texts.common.save}
        </Button>
      </footer>
    </form>
  );
}
