import type { TrustRule } from "../../api/admin/contract/trust-models.ts";
import { pageFacts } from "../api/page-facts.ts";

export const ciSystems = ["github", "gitlab", "other"] as const;
type CiSystem = (typeof ciSystems)[number];

interface SystemFacts {
  readonly issuer: string;
  /** The claim with the id of the repository. */
  readonly claim: string;
}

export const ciFacts: Readonly<Record<CiSystem, SystemFacts>> = {
  github: { issuer: "https://token.actions.githubusercontent.com", claim: "repository_id" },
  gitlab: { issuer: "https://gitlab.com", claim: "project_id" },
  other: { issuer: "", claim: "sub" },
};

export function systemOf({ issuer }: Pick<TrustRule, "issuer">): CiSystem {
  return ciSystems.find((system) => ciFacts[system].issuer === issuer) ?? "other";
}

/** The audience of tokens for this server. */
export const serverUrl = window.location.origin + pageFacts.base;

const signInUrl = `${serverUrl}/admin/v1/sign-in/ci`;
const exchange = (variable: string) => [
  `token=$(jq -n --arg token "$${variable}" '{token: $token}' |`,
  `  curl -fsS -H "Content-Type: application/json" -d @- ${signInUrl} |`,
  "  jq -r .token)",
];
const indented = (lines: readonly string[], spaces: number) =>
  lines.map((line) => " ".repeat(spaces) + line);

/** A part of a job's file that gets a token (docs/governance.md#ci-jobs). */
export const ciExamples: Readonly<Record<"github" | "gitlab", string>> = {
  github: [
    "permissions:",
    "  id-token: write",
    "steps:",
    "  - run: |",
    ...indented(
      [
        'id_token=$(curl -fsS -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\',
        `  "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=${serverUrl}" | jq -r .value)`,
        ...exchange("id_token"),
        'echo "::add-mask::$token"',
        'echo "GATEHOUSE_TOKEN=$token" >> "$GITHUB_ENV"',
      ],
      6,
    ),
  ].join("\n"),
  gitlab: [
    "flags:",
    "  id_tokens:",
    "    ID_TOKEN:",
    `      aud: ${serverUrl}`,
    "  script:",
    "    - |",
    ...indented([...exchange("ID_TOKEN"), "export GATEHOUSE_TOKEN=$token"], 6),
  ].join("\n"),
};
