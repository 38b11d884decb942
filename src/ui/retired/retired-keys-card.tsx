import type { ReactElement } from "react";
import type { RetiredKeyRow } from "../../api/admin/contract/retired-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Fact } from "../parts/fact.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { Switch } from "../parts/switch.tsx";
import { useMayInOrganization } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { retiredTexts as words } from "../texts/retired-texts.ts";
import { texts } from "../texts/texts.ts";

/** The retired keys of the project, and whether deletions retire keys. */
export function RetiredKeysCard(): ReactElement {
  const query = useAnswer("GET /retired-keys", {});
  return (
    <Card title={words.title}>
      <p className="spaced">{words.text}</p>
      <Loaded name={words.title} query={query}>
        {({ keys, count, retireOnDelete }) => (
          <>
            <RetireOnDelete isOn={retireOnDelete} />
            {count === 0 ? (
              <p className="faint">{words.none}</p>
            ) : (
              <ul className="rows rows-bounded">
                {keys.map((retired) => (
                  <RetiredRow key={retired.key} retired={retired} />
                ))}
              </ul>
            )}
            {count > keys.length && (
              <p className="faint">{fill(words.more, { shown: keys.length, count })}</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function RetireOnDelete({ isOn }: { readonly isOn: boolean }): ReactElement {
  const isAdmin = useMayInOrganization("admin");
  const change = useChange("PUT /retired-keys/policy");
  if (!isAdmin) {
    return (
      <dl className="facts spaced">
        <Fact label={words.onDelete}>{isOn ? texts.states.on : texts.states.off}</Fact>
      </dl>
    );
  }
  return (
    <div className="spaced">
      <Switch
        isBusy={change.isPending}
        isOn={isOn}
        label={words.onDelete}
        onChange={(retireOnDelete) => change.mutate({ body: { retireOnDelete } })}
      />
      <p className="hint">{words.onDeleteText}</p>
    </div>
  );
}

function RetiredRow({ retired }: { readonly retired: RetiredKeyRow }): ReactElement {
  const { key, retiredAt, author, reason } = retired;
  const mayChange = useMayInOrganization("member");
  return (
    <li className="row">
      <div className="row-main">
        <b className="clamp" title={key}>
          {key}
        </b>
        <small>
          {words.retired} <RelativeTime at={retiredAt} /> {fill(words.by, { name: author.name })}
          {reason === null ? "" : ` · ${reason}`}
        </small>
      </div>
      {mayChange && <FreeButton featureKey={key} />}
    </li>
  );
}

/** Frees a retired key. */
export function FreeButton({ featureKey: key }: { readonly featureKey: string }): ReactElement {
  const free = useChange("DELETE /retired-keys", {
    onDone: () => showDone(fill(words.freed, { key })),
  });
  return (
    <Button
      aria-label={fill(words.freeKey, { key })}
      isBusy={free.isPending}
      onClick={() => free.mutate({ query: { key } })}
    >
      {words.free}
    </Button>
  );
}
