import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { FirstRun } from "../../api/admin/contract/first-run-models.ts";
import { pageFacts } from "../api/page-facts.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { usePagePath, useProduction } from "../paths/environment.ts";
import { useRoleCheck, useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { ArrivalNote } from "./arrival-note.tsx";
import { CodeBlock } from "./code-block.tsx";
import { type KeptToken, keepToken, keptOf } from "./kept-token.ts";
import { type SnippetClient, snippetClients, snippets } from "./snippets.ts";

const { firstRun: words } = texts;
// Names of languages are the same in every language.
const labels = { ...words.clients, python: "Python", go: "Go", curl: words.curl };
const choices = snippetClients.map((value) => ({ value, label: labels[value] }));
const unknownToken = "…";

/** The value of a token lives in the page only: it is gone with the page. */
export interface ShownToken extends KeptToken {
  readonly value: string;
}

/** The code that connects an application, with a token of Production, and what arrived so far. */
export function ConnectStep({
  facts,
  featureKey,
  token,
  kept,
  onMade,
}: {
  readonly facts: FirstRun;
  readonly featureKey: string;
  readonly token: ShownToken | null;
  /** The token of an earlier visit. */
  readonly kept: KeptToken | null;
  readonly onMade: (token: ShownToken) => void;
}): ReactElement {
  const { apiPath } = useSession();
  const pagePath = usePagePath();
  const [client, setClient] = useState<SnippetClient>("ruby");
  const apiUrl = window.location.origin + apiPath;
  const serverUrl = window.location.origin + pageFacts.base;
  const code = snippets[client]({
    apiUrl,
    serverUrl,
    token: token?.value ?? kept?.ending ?? unknownToken,
    isShown: token !== null,
    key: featureKey,
  });
  return (
    <>
      <div className="start-clients">
        <Segmented
          choices={choices}
          label={words.clients.label}
          onChoose={setClient}
          value={client}
        />
        <span className="hint">
          {words.fromFlipper}{" "}
          <Link className="link" href={pagePath("/settings/transfer")}>
            {words.bring}
          </Link>
        </span>
      </div>
      <CodeBlock
        code={code}
        label={fill(words.codeOf, { client: labels[client] })}
        values={[token?.value ?? "", apiUrl, serverUrl]}
      />
      <TokenLine kept={kept} onMade={onMade} token={token} />
      {client === "ruby" && window.location.protocol === "http:" && (
        <p className="hint">{words.needsHttps}</p>
      )}
      <ArrivalNote facts={facts} kept={token ?? kept} url={apiUrl} />
    </>
  );
}

function TokenLine({
  token,
  kept,
  onMade,
}: {
  readonly token: ShownToken | null;
  readonly kept: KeptToken | null;
  readonly onMade: (token: ShownToken) => void;
}): ReactElement {
  const { user } = useSession();
  const production = useProduction();
  const isAdmin = useRoleCheck()("admin", production.id);
  const make = useChange("POST /environments/:environment/tokens", {
    onDone: ({ token: { name }, value }) => {
      const made = keptOf(name, value);
      onMade({ ...made, value });
      if (user !== null) {
        keepToken(user.id, made);
      }
    },
  });
  const known =
    token === null && kept !== null ? fill(words.endsWith, { ending: kept.ending }) : words.noToken;
  const text = token === null ? known : words.shownOnce;
  return (
    <div className="start-token">
      <p className="hint" role="status">
        {isAdmin ? text : words.askAdmin}
      </p>
      {isAdmin && (
        <Button
          icon="key"
          isBusy={make.isPending}
          isSmall={true}
          look={token === null && kept === null ? "main" : "normal"}
          onClick={() =>
            make.mutate({
              params: { environment: production.id },
              body: { name: words.tokenName, access: "read_only" },
            })
          }
        >
          {token === null && kept === null ? words.makeToken : words.another}
        </Button>
      )}
    </div>
  );
}
