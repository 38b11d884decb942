import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { TokenRow } from "../../api/admin/contract/token-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { useMay } from "../session/session.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { NewTokenModal } from "./new-token-modal.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { tokenEnd } from "./token-end.ts";
import { TokenTable } from "./token-table.tsx";

const { tokens: words } = texts;

/** The tokens of an environment; those that are refused now are behind a button. */
export function TokensCard({
  environment,
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  const isAdmin = useMay("admin");
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<TokenRow | null>(null);
  const query = useAnswer("GET /environments/:environment/tokens", {
    params: { environment: environment.id },
  });
  return (
    <Card
      beside={
        isAdmin && (
          <Button icon="plus" look="main" onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        )
      }
      isFlush={true}
      title={words.title}
    >
      <Loaded query={query}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <EmptyState icon="key" title={words.emptyTitle}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <TokenLists onRevoke={setRevoked} tokens={tokens} />
          )
        }
      </Loaded>
      <NewTokenModal
        environment={environment}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
      />
      <RevokeToken environment={environment} onClose={() => setRevoked(null)} token={revoked} />
    </Card>
  );
}

function TokenLists({
  tokens,
  onRevoke,
}: {
  readonly tokens: readonly TokenRow[];
  readonly onRevoke: (token: TokenRow) => void;
}): ReactElement {
  const [showsEnded, setShowsEnded] = useState(false);
  const now = Date.now();
  const active = tokens.filter((token) => tokenEnd(token, now) === null);
  const ended = tokens.filter((token) => tokenEnd(token, now) !== null);
  return (
    <>
      {active.length === 0 ? (
        <p className="card-note">{words.noneActive}</p>
      ) : (
        <TokenTable label={words.title} onRevoke={onRevoke} tokens={active} />
      )}
      {ended.length > 0 && (
        <div className="card-foot">
          <Button
            aria-expanded={showsEnded}
            look="plain"
            onClick={() => setShowsEnded(!showsEnded)}
          >
            {showsEnded ? words.hideEnded : plural(words.showEnded, ended.length)}
          </Button>
        </div>
      )}
      {showsEnded && <TokenTable label={words.ended} tokens={ended} />}
    </>
  );
}
