import type { ReactElement } from "react";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { ProviderButton } from "../session/provider-button.tsx";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { account: words } = settingsTexts.settings;

/** The person's accounts at the provider of the sign-in. */
export function IdentityList({ provider }: { readonly provider: string }): ReactElement {
  const identities = useAnswer("GET /account/identities", {});
  const unlink = useChange("DELETE /account/identities");
  return (
    <Card title={words.identities}>
      <Loaded name={words.identities} lines={1} query={identities}>
        {(answer) => (
          <ul className="rows">
            {answer.identities.map(({ issuer, subject, isManaged, createdAt, lastUsedAt }) => (
              <li className="row" key={`${issuer} ${subject}`}>
                <div className="row-main">
                  <b>{issuer}</b>
                  <small>
                    {words.added} <RelativeTime at={createdAt} /> · {words.lastUsed}{" "}
                    <RelativeTime at={lastUsedAt} />
                  </small>
                </div>
                {!isManaged && (
                  <Button onClick={() => unlink.mutate({ query: { issuer, subject } })}>
                    {texts.common.remove}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <ProviderButton label={fill(words.linkIdentity, { provider })} purpose="link" />
    </Card>
  );
}
