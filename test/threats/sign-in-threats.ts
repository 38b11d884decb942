import type { TestsOfThreats } from "./webhook-threats.ts";

/** The threats to signing in and to credentials. */
export const signInThreats: TestsOfThreats = {
  "people who are locked out": [
    [
      "api/admin/guessed-passwords.test.ts",
      "lock out strange browsers only",
      "a limit for its own account",
    ],
    ["app/sessions/sign-in-links.test.ts", "weak passwords at a valid link are no attempts"],
  ],
  "planted cookies": [
    [
      "api/admin/guessed-passwords.test.ts",
      "makes no browser known",
      "a new password ends what an old one left",
    ],
    ["api/admin/planted-cookies.test.ts", "without a public URL", "hides no new one"],
  ],
  "writes of another origin with a public URL": [
    ["api/admin/own-site.test.ts", "with a public URL a write of %s is allowed"],
  ],
  "guessed credentials of --basic-auth": [
    ["server/credential-guesses.test.ts", "lock out nobody who has it right"],
  ],
  "proxies that are not trusted": [
    ["server/untrusted-proxies.test.ts", "is named once in the log", "is not warned of"],
  ],
  "a key that others may read": [
    [
      "storage/sqlite/database/data-file-kinds.long.test.ts",
      "with the mode %o is refused in one line",
      "and no start waits",
    ],
  ],
};
