import { type ReactElement, useState } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { Switch } from "../parts/switch.tsx";
import { useMay, useSession } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { groups: words } = texts.settings;

/** The groups that gates may name. */
export function GroupsSection(): ReactElement {
  const query = useAnswer("GET /groups", {});
  const { mode } = useSession();
  const isAdmin = useMay("admin") && mode === "hosted";
  const setPolicy = useChange("PUT /groups-policy");
  const [removed, setRemoved] = useState<string | null>(null);
  const remove = useChange("DELETE /groups", {
    onDone: (_, { query: { name } }) => showDone(fill(words.removed, { name })),
  });
  return (
    <Loaded query={query}>
      {({ groups, isStrict }) => (
        <>
          <Card isFlush={true} title={words.title}>
            {groups.length === 0 ? (
              <EmptyState icon="person" title={words.emptyTitle}>
                {mode === "hosted" ? words.emptyHosted : words.emptyMountable}
              </EmptyState>
            ) : (
              <ul className="rows">
                {groups.map(({ name, featureCount, isFromHost, toldBy }) => (
                  <li className="row" key={name}>
                    <div className="row-main">
                      <b>{name}</b>
                      <small>
                        {plural(words.usedBy, featureCount)}
                        {toldBy.length > 0 && words.toldBy + toldBy.map(({ id }) => id).join(", ")}
                      </small>
                    </div>
                    {isAdmin && !isFromHost && (
                      <Button
                        aria-label={fill(words.removeNamed, { name })}
                        // The server refuses to remove a used group, and reports how many features
                        // use it.
                        onClick={() =>
                          featureCount > 0 ? remove.mutate({ query: { name } }) : setRemoved(name)
                        }
                      >
                        {texts.common.remove}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <ConfirmByName
            action={texts.common.remove}
            description={isStrict ? words.removeTextStrict : words.removeText}
            isDanger={true}
            isOpen={removed !== null}
            name={null}
            onClose={() => setRemoved(null)}
            onConfirm={() => {
              remove.mutate({ query: { name: removed ?? "" } });
              setRemoved(null);
            }}
            title={fill(words.removeTitle, { name: removed ?? "" })}
          />
          {isAdmin && (
            <Card title={words.newTitle}>
              <NewGroup />
            </Card>
          )}
          {mode === "hosted" && (
            <Card title={words.policy}>
              <Switch
                isDisabled={!isAdmin || setPolicy.isPending}
                isOn={isStrict}
                label={words.strict}
                onChange={(strict) => setPolicy.mutate({ body: { isStrict: strict } })}
              />
              <p className="hint">{words.strictHint}</p>
            </Card>
          )}
        </>
      )}
    </Loaded>
  );
}

function NewGroup(): ReactElement {
  const [name, setName] = useState("");
  const add = useChange("POST /groups", { isShown: () => true, onDone: () => setName("") });
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ body: { name } });
      }}
    >
      <TextField
        error={add.error?.message}
        label={words.name}
        maxLength={255}
        onChange={({ target }) => setName(target.value)}
        required={true}
        value={name}
      />
      <Button isBusy={add.isPending} type="submit">
        {texts.common.add}
      </Button>
    </form>
  );
}
