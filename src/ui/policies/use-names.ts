import { useMembers } from "../session/use-members.ts";
import { fill } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { useTokens } from "../tokens/use-tokens.ts";
import type { Names } from "./rule-words.ts";
import { usePersonalTokens } from "./use-personal-tokens.ts";

const { policy: words } = policyTexts;

/** The names of all members, and of the tokens that a policy of an environment can name. */
export function useNames(environment: number): Names {
  const members = useMembers().data?.flatMap((page) => page.members) ?? [];
  const tokens = useTokens(environment).data?.flatMap((page) => page.tokens) ?? [];
  const personal = usePersonalTokens(environment);
  return {
    members: new Map(members.map(({ id, name }) => [id, name])),
    tokens: new Map<number | string, string>([
      ...tokens.map(({ id, name }) => [id, name] as const),
      ...personal.map(
        ({ id, name, member }) =>
          [id, member === null ? name : fill(words.tokenOf, { name, member })] as const,
      ),
    ]),
  };
}
