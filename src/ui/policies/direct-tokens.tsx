import type { ReactElement } from "react";
import { relativeTime, useNow } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { tokenEnd } from "../tokens/token-end.ts";
import { useTokens } from "../tokens/use-tokens.ts";
import { Choices } from "./policy-rule-fields.tsx";

const { policy: words } = policyTexts;

/** The tokens that can write, the latest used first, each to allow. */
export function DirectTokens({
  environment,
  tokens: chosen,
  onChange,
}: {
  readonly environment: number;
  readonly tokens: readonly number[];
  readonly onChange: (tokens: number[]) => void;
}): ReactElement {
  const now = useNow();
  const all = useTokens(environment).data?.flatMap((page) => page.tokens) ?? [];
  const shown = all
    .filter(
      (token) =>
        chosen.includes(token.id) ||
        (token.access === "read_and_write" && tokenEnd(token, now) === null),
    )
    .sort((left, right) => (right.lastUsedAt ?? 0) - (left.lastUsedAt ?? 0));
  return (
    <Choices
      chosen={chosen}
      hint={shown.length === 0 ? words.noTokens : words.directHint}
      items={shown.map(({ id, name, lastUsedAt }) => ({
        ...{ id, name },
        note: (
          <span className="faint">
            {lastUsedAt === null
              ? words.neverUsed
              : fill(words.used, { time: relativeTime(lastUsedAt, now) })}
          </span>
        ),
      }))}
      label={words.directTokens}
      onChange={onChange}
    />
  );
}
