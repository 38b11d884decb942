import { type ReactElement, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { TokenRow } from "../../api/admin/contract/token-models.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { useRoleCheck } from "../session/session.ts";
import { plural } from "../texts/fill.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { NewTokenModal } from "./new-token-modal.tsx";
import { RevokeToken } from "./revoke-token.tsx";
import { RotateToken } from "./rotate-token.tsx";
import { tokenEnd } from "./token-end.ts";
import { TokenTable } from "./token-table.tsx";
import { useTokens } from "./use-tokens.ts";

const { tokens: words } = tokensTexts;

/** The tokens of an environment; a button shows the ended ones. */
export function TokensCard({
  environment,
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  const isAdmin = useRoleCheck()("admin", environment.id);
  const [isCreating, setCreating] = useState(false);
  const [rotated, setRotated] = useState<TokenRow | null>(null);
  const [revoked, setRevoked] = useState<TokenRow | null>(null);
  const query = useTokens(environment.id);
  return (
    <Card
      aside={
        isAdmin && (
          <Button icon="plus" look="main" onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        )
      }
      isFlush={true}
      title={words.title}
    >
      <Loaded name={words.title} query={query}>
        {(pages) => {
          const tokens = pages.flatMap((page) => page.tokens);
          const revokedCount = pages[0]?.revokedCount ?? 0;
          return tokens.length + revokedCount === 0 ? (
            <EmptyState icon="key" title={words.emptyTitle}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <TokenLists
              environment={environment}
              onRevoke={setRevoked}
              onRotate={setRotated}
              revokedCount={revokedCount}
              tokens={tokens}
            />
          );
        }}
      </Loaded>
      <NewTokenModal
        environment={environment}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
      />
      <RotateToken environment={environment} onClose={() => setRotated(null)} token={rotated} />
      <RevokeToken environment={environment} onClose={() => setRevoked(null)} token={revoked} />
    </Card>
  );
}

function TokenLists({
  environment,
  tokens,
  revokedCount,
  onRevoke,
  onRotate,
}: {
  readonly environment: EnvironmentRow;
  readonly tokens: readonly TokenRow[];
  readonly revokedCount: number;
  readonly onRevoke: (token: TokenRow) => void;
  readonly onRotate: (token: TokenRow) => void;
}): ReactElement {
  const [showsEnded, setShowsEnded] = useState(false);
  const now = Date.now();
  const active = tokens.filter((token) => tokenEnd(token, now) === null);
  const endedCount = tokens.length - active.length + revokedCount;
  return (
    <>
      {active.length === 0 ? (
        <p className="card-note">{words.noneActive}</p>
      ) : (
        <TokenTable label={words.title} onRevoke={onRevoke} onRotate={onRotate} tokens={active} />
      )}
      {endedCount > 0 && (
        <div className="card-foot">
          <Button
            aria-expanded={showsEnded}
            look="plain"
            onClick={() => setShowsEnded(!showsEnded)}
          >
            {showsEnded ? words.hideEnded : plural(words.showEnded, endedCount)}
          </Button>
        </div>
      )}
      {showsEnded && endedCount > 0 && <EndedTokens environment={environment} />}
    </>
  );
}

function EndedTokens({ environment }: { readonly environment: EnvironmentRow }): ReactElement {
  const query = useTokens(environment.id, "true");
  return (
    <Loaded query={query}>
      {(pages) => {
        const now = Date.now();
        const ended = pages
          .flatMap((page) => page.tokens)
          .filter((token) => tokenEnd(token, now) !== null);
        return <TokenTable label={words.ended} tokens={ended} />;
      }}
    </Loaded>
  );
}
