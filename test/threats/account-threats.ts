import type { TestsOfThreats } from "./webhook-threats.ts";

/** The threats of accounts, sessions and the web UI. */
export const accountThreats: TestsOfThreats = {
  "guessed passwords": [
    ["app/sessions/sign-in-attempts.test.ts", "then once a minute", "never lock its own out"],
    ["app/sessions/sessions.test.ts", "attempts are limited"],
    [
      "app/sessions/password-hashing.test.ts",
      "without a hash as much is verified",
      "two are hashed",
    ],
    ["app/sessions/password-rules.test.ts", "refuses %p with %s"],
  ],
  "stolen sessions": [
    [
      "app/sessions/sessions.test.ts",
      "a changed password ends all sessions",
      "the end of a membership",
    ],
    ["app/sessions/session-cookie.test.ts", "the prefix __Host- and Secure"],
  ],
  "what outlives a stolen session": [
    [
      "api/admin/session-proofs.test.ts",
      "what outlives a session asks for a proof of the last ten minutes",
      "the cookie from before ends",
      "with a new password passkeys and personal tokens go if that is asked for",
    ],
  ],
  "roles in one environment": [
    [
      "api/admin/environment-roles.test.ts",
      "is let in by every route accordingly",
      "lets nobody delete, copy to, or restore what other environments have",
    ],
  ],
  "answers of a provider": [
    [
      "api/admin/sign-on-answers.test.ts",
      "counts once, and only in the browser that started",
      "for a link counts only with the session that asked",
    ],
    ["server/sign-on/openid-provider.test.ts", "an ID token %s is refused"],
  ],
  "accounts at a provider": [
    [
      "api/admin/sign-on.test.ts",
      "is not taken over, and links the account while signed in",
      "is no member any more when no rule matches",
      "never stops being the last owner",
      "lasts 12 hours",
    ],
  ],
  "passwords that pass by the provider": [
    [
      "api/admin/emergency-access.test.ts",
      "passwords sign in only owners with emergency access, and each use is noted",
      "links and new passwords start no session either",
    ],
  ],
  "jobs of CI systems": [
    [
      "server/sign-on/ci-tokens.test.ts",
      "a token %s is refused",
      "are fetched from no private address",
    ],
    [
      "api/admin/ci-sign-in.test.ts",
      "a job exchanges its token once",
      "a job gets nothing",
      "nothing is fetched for an issuer that no rule trusts",
    ],
  ],
  "changes that many notice": [
    [
      "api/admin/handlers/confirmations.test.ts",
      "every change in Production that many notice needs the key",
      "an undo asks by the gates that it leads to",
    ],
  ],
  "one-time links": [
    ["app/sessions/sign-in-links.test.ts", "of two who use a link at once, one gets in"],
    ["cli/administration/first-link.long.test.ts", "its file goes with its use"],
  ],
  "forged and copied passkeys": [
    ["app/sessions/passkeys.test.ts", "an answer of another site", "was copied, and is refused"],
  ],
  "rights of members": [
    ["cli/administration/members.long.test.ts", "except the last owner"],
    ["app/sessions/members-service.test.ts", "nobody but an owner does that"],
  ],
  "writes by other sites' pages in the web UI": [
    [
      "api/admin/own-site.test.ts",
      "a request of another site with the cookie changes nothing",
      "a write of an own page must be JSON",
    ],
    ["server/served-ui.long.test.ts", "may use the public API, and not that of the UI"],
  ],
  "frames and scripts in the web UI": [
    [
      "api/admin/web-ui.test.ts",
      "a policy that allows no script of its own",
      "nothing else of the cookie",
    ],
  ],
  "rights in the web UI": [
    [
      "api/admin/permissions.test.ts",
      "every route lets those in whom the table names",
      "a role that ends while a command waits",
    ],
  ],
  "personal tokens with more rights than their person": [
    [
      "api/admin/personal-tokens.test.ts",
      "has the rights of the scope %s and the role %s",
      "is refused by all that gives access which outlives it",
      "changes nothing by any route with the scope read",
    ],
    ["api/admin/personal-token-ends.test.ts", "while a command waits changes nothing any more"],
  ],
  "open pages without end": [
    ["api/admin/live-events.test.ts", "are limited", "is let go", "ends all streams"],
    ["server/served-ui.long.test.ts", "a server with an open page stops at once"],
  ],
};
