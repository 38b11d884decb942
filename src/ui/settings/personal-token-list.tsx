import type { ReactElement } from "react";
import type { PersonalTokenRow } from "../../api/admin/contract/personal-token-models.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { PersonalTokenForm } from "./personal-token-form.tsx";

const { personalTokens: words, account } = settingsTexts.settings;

/** The tokens with which programs act for the person. */
export function PersonalTokenList(): ReactElement {
  const tokens = useAnswer("GET /account/tokens", {});
  return (
    <Card title={words.title}>
      <div className="stack">
        <p className="hint">{words.hint}</p>
        <Loaded name={words.title} lines={1} query={tokens}>
          {(answer) => (
            <ul className="rows">
              {answer.tokens.map((token) => (
                <TokenItem key={token.id} token={token} />
              ))}
            </ul>
          )}
        </Loaded>
        <PersonalTokenForm />
      </div>
    </Card>
  );
}

function TokenItem({ token }: { readonly token: PersonalTokenRow }): ReactElement {
  const { id, name, expiresAt, lastUsedAt } = token;
  const revoke = useChange("DELETE /account/tokens/:token");
  const rights = useRights(token);
  return (
    <li className="row">
      <div className="row-main">
        <b>{name}</b>
        <small>
          {rights.join(" · ")} ·{" "}
          {expiresAt > Date.now() ? words.expires : tokensTexts.tokens.expired}{" "}
          <RelativeTime at={expiresAt} /> · {account.lastUsed} <RelativeTime at={lastUsedAt} />
        </small>
      </div>
      <Button isBusy={revoke.isPending} onClick={() => revoke.mutate({ params: { token: id } })}>
        {tokensTexts.tokens.revoke}
      </Button>
    </li>
  );
}

/** What a token may do, and where. */
function useRights({ scope, approves, environments }: PersonalTokenRow): readonly string[] {
  const known = useEnvironments().environments;
  const names = environments?.map(
    ({ id, environment }) => known.find((each) => each.id === id)?.name ?? environment,
  );
  return [
    words.scopes[scope],
    ...(approves ? [words.mayApprove] : []),
    ...(names === undefined ? [] : [fill(words.only, { environments: names.join(", ") })]),
  ];
}
