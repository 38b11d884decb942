import type { ReactElement } from "react";
import type { TokenRow } from "../../api/admin/contract/token-models.ts";
import { Button } from "../parts/button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useMay } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { tokensTexts } from "../texts/tokens-texts.ts";
import { tokenEnd } from "./token-end.ts";

const { tokens: words } = tokensTexts;
const { columns } = words;

/** Without `onRevoke`, a table of ended tokens. */
export function TokenTable({
  tokens,
  label,
  onRevoke,
  onRotate,
}: {
  readonly tokens: readonly TokenRow[];
  readonly label: string;
  readonly onRevoke?: (token: TokenRow) => void;
  readonly onRotate?: (token: TokenRow) => void;
}): ReactElement {
  const isAdmin = useMay("admin");
  return (
    <table aria-label={label} className="table table-stacked">
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.access}</th>
          <th scope="col">{columns.owner}</th>
          <th scope="col">{columns.created}</th>
          <th scope="col">{columns.lastUsed}</th>
          <th scope="col">{onRevoke === undefined ? columns.ended : columns.expires}</th>
          {onRevoke !== undefined && isAdmin && (
            <th scope="col">
              <span className="visually-hidden">{columns.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <TokenCells token={token} />
            {onRevoke !== undefined && isAdmin && (
              <td className="to-right stacked-menu token-actions">
                {onRotate !== undefined && (
                  <Button
                    aria-label={fill(words.rotateToken, { name: token.name })}
                    isSmall={true}
                    onClick={() => onRotate(token)}
                  >
                    {words.rotate}
                  </Button>
                )}
                <Button
                  aria-label={fill(words.revokeToken, { name: token.name })}
                  isSmall={true}
                  look="quiet-danger"
                  onClick={() => onRevoke(token)}
                >
                  {words.revoke}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TokenCells({ token }: { readonly token: TokenRow }): ReactElement {
  const { name, access, managesEnvironments, isPreview, owner, createdAt, lastUsedAt } = token;
  const end = tokenEnd(token, Date.now());
  return (
    <>
      <td className="stacked-title">
        <b className="clamp token-name" title={name}>
          {name}
        </b>
        {isPreview && <small className="under-name">{words.isPreview}</small>}
      </td>
      <td data-label={columns.access}>
        <span title={words.accessHints[access]}>{words.accesses[access]}</span>
        {managesEnvironments && <small className="under-name">{words.managesShort}</small>}
      </td>
      <td data-label={columns.owner}>
        {owner === null ? (
          <span className="faint">{words.noOwner}</span>
        ) : (
          <span title={owner.email}>{owner.name}</span>
        )}
      </td>
      <td data-label={columns.created}>
        <RelativeTime at={createdAt} />
      </td>
      <td data-label={columns.lastUsed}>
        <RelativeTime at={lastUsedAt} />
      </td>
      <td data-label={end === null ? columns.expires : columns.ended}>
        {end === null ? null : `${words[end.reason]} `}
        <RelativeTime at={end === null ? token.expiresAt : end.at} />
      </td>
    </>
  );
}
