import { type ReactElement, useState } from "react";
import type { GroupRow } from "../../api/admin/contract/group-models.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TextField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { Switch } from "../parts/switch.tsx";
import { useMayInOrganization, useSession } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { RemoveGroup } from "./remove-group.tsx";

const { groups: words } = settingsTexts.settings;

/** The groups that gates may name. */
export function GroupsSection(): ReactElement {
  const query = useAnswer("GET /groups", {});
  const { mode } = useSession();
  const isAdmin = useMayInOrganization("admin") && mode === "hosted";
  const setPolicy = useChange("PUT /groups-policy");
  const [removed, setRemoved] = useState<GroupRow | null>(null);
  return (
    <Loaded name={words.title} query={query}>
      {({ groups, isStrict }) => (
        <>
          <Card isFlush={true} title={words.title}>
            {groups.length === 0 ? (
              <EmptyState icon="person" title={words.emptyTitle}>
                {mode === "hosted" ? words.emptyHosted : words.emptyMountable}
              </EmptyState>
            ) : (
              <ul className="rows">
                {groups.map((group) => (
                  <GroupItem
                    group={group}
                    isAdmin={isAdmin}
                    key={group.name}
                    onRemove={() => setRemoved(group)}
                  />
                ))}
              </ul>
            )}
          </Card>
          <RemoveGroup group={removed} isStrict={isStrict} onClose={() => setRemoved(null)} />
          {isAdmin && (
            <Card title={words.newTitle}>
              <NewGroup />
            </Card>
          )}
          {mode === "hosted" && (
            <Card title={words.policy}>
              {isAdmin ? (
                <>
                  <Switch
                    isDisabled={setPolicy.isPending}
                    isOn={isStrict}
                    label={words.strict}
                    onChange={(strict) => setPolicy.mutate({ body: { isStrict: strict } })}
                  />
                  <p className="hint">{words.strictHint}</p>
                </>
              ) : (
                <p>{isStrict ? words.isStrict : words.isOpen}</p>
              )}
            </Card>
          )}
        </>
      )}
    </Loaded>
  );
}

function GroupItem({
  group: { name, featureCount, isFromHost, isRegistered, toldBy },
  isAdmin,
  onRemove,
}: {
  readonly group: GroupRow;
  readonly isAdmin: boolean;
  readonly onRemove: () => void;
}): ReactElement {
  return (
    <li className="row">
      <div className="row-main">
        <b>{name}</b>
        <small>
          {plural(words.usedBy, featureCount)}
          {!isRegistered && words.unregistered}
          {toldBy.length > 0 && words.toldBy + toldBy.map(({ id }) => id).join(", ")}
        </small>
      </div>
      {isAdmin && !isFromHost && isRegistered && (
        <Button aria-label={fill(words.removeNamed, { name })} isSmall={true} onClick={onRemove}>
          {texts.common.remove}
        </Button>
      )}
    </li>
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
