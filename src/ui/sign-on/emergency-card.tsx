import { type ReactElement, useState } from "react";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { SelectField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useSession } from "../session/session.ts";
import { useMembers } from "../session/use-members.ts";
import { fill } from "../texts/fill.ts";
import { signOnTexts } from "../texts/sign-on-texts.ts";
import { texts } from "../texts/texts.ts";

const { emergency: words } = signOnTexts;
const ownersMax = 2;

/** The owners who sign in with a password when others must use the provider. */
export function EmergencyCard(): ReactElement {
  const { signOn } = useSession();
  const query = useAnswer("GET /emergency-access", {});
  const remove = useChange("DELETE /members/:user/emergency-access");
  return (
    <Card isFlush={true} title={words.title}>
      <Loaded lines={1} name={words.title} query={query}>
        {({ owners }) => (
          <>
            <ul className="rows">
              {owners.length === 0 && (
                <li className="row">
                  {signOn?.isOnly === true ? (
                    <p className="note note-warning" role="status">
                      <Icon name="warning" />
                      {words.warning}
                    </p>
                  ) : (
                    <p className="soft">{words.emptyTitle}</p>
                  )}
                </li>
              )}
              {owners.map(({ id, name, email, lastUsedAt }) => (
                <li className="row" key={id}>
                  <Avatar name={name} />
                  <div className="row-main">
                    <b>{name}</b>
                    <small>
                      {email} ·{" "}
                      {lastUsedAt === null ? (
                        words.never
                      ) : (
                        <>
                          {words.used} <RelativeTime at={lastUsedAt} />
                        </>
                      )}
                    </small>
                  </div>
                  <Button
                    aria-label={fill(words.removeOf, { name })}
                    onClick={() => remove.mutate({ params: { user: id } })}
                  >
                    {texts.common.remove}
                  </Button>
                </li>
              ))}
            </ul>
            {owners.length < ownersMax && <GiveAccess given={owners.map(({ id }) => id)} />}
          </>
        )}
      </Loaded>
      <p className="card-foot hint">{words.text}</p>
    </Card>
  );
}

const nobody = "";

function GiveAccess({ given }: { readonly given: readonly number[] }): ReactElement | null {
  const members = useMembers().data?.flatMap((page) => page.members) ?? [];
  const [chosen, setChosen] = useState(nobody);
  const give = useChange("PUT /members/:user/emergency-access", {
    isShown: () => true,
    onDone: () => setChosen(nobody),
  });
  const owners = members.filter(({ id, role }) => role === "owner" && !given.includes(id));
  return owners.length === 0 ? null : (
    <form
      className="inline-form card-foot"
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate({ params: { user: chosen } });
      }}
    >
      <SelectField
        choices={[
          { value: nobody, label: words.choose },
          ...owners.map(({ id, name, email }) => ({
            value: String(id),
            label: `${name}, ${email}`,
          })),
        ]}
        error={give.error?.message}
        label={words.owner}
        onChoose={setChosen}
        value={chosen}
      />
      <Button disabled={chosen === nobody} isBusy={give.isPending} type="submit">
        {words.give}
      </Button>
    </form>
  );
}
