import type { Mutation } from "./mutation.ts";

/** Threats to signing in: lock-outs, planted cookies, guessed credentials and wrong origins. */
export const signInMutations: readonly Mutation[] = [
  {
    threat: "sign-in: strangers at an address lock its known browsers out",
    file: "src/app/sessions/sign-in-attempts.ts",
    from: "      return this.#take(ofKnown(known));",
    to: "      await this.#take(ofKnown(known));",
    tests: ["api/admin/guessed-passwords.test.ts"],
  },
  {
    threat: "sign-in: a known browser guesses without a limit",
    file: "src/app/sessions/sign-in-attempts.ts",
    from: "      return this.#take(ofKnown(known));",
    to: "      return;",
    tests: ["api/admin/guessed-passwords.test.ts", "app/sessions/sign-in-attempts.test.ts"],
  },
  {
    threat: "sign-in: a made-up cookie makes a browser known",
    file: "src/app/sessions/known-browsers.ts",
    from: "now < entry.endsAt && isGenuine(entry, passwordHash)",
    to: "now < entry.endsAt",
    tests: ["api/admin/guessed-passwords.test.ts"],
  },
  {
    threat: "sign-in: wrong passwords lock out links",
    file: "src/app/sessions/sign-in-attempts.ts",
    from: "{ key: `links ",
    to: "{ key: `address ",
    tests: ["app/sessions/sign-in-attempts.test.ts"],
  },
  {
    threat: "sign-in: behind TLS a planted cookie counts",
    file: "src/api/admin/guards.ts",
    from: "(isSecure(request) ? [true] : [false, true])",
    to: "(isSecure(request) ? [true, false] : [false, true])",
    tests: ["api/admin/planted-cookies.test.ts"],
  },
  {
    threat: "sign-in: with a public URL another origin counts as own",
    file: "src/api/admin/own-site.ts",
    from: "    : origin === publicOrigin;",
    to: "    : origin === publicOrigin || URL.parse(origin)?.host === hostOf(request);",
    tests: ["api/admin/own-site.test.ts"],
  },
  {
    threat: "credentials of --basic-auth are guessed without a limit",
    file: "src/http/limits/limit-guesses.ts",
    from: "        limiter.take(client);",
    to: "        isRight(request);",
    tests: ["server/credential-guesses.test.ts"],
  },
  {
    threat: "credentials of --basic-auth: somebody who guesses locks out who has them",
    file: "src/http/limits/limit-guesses.ts",
    from: "if (!(hasRight && known.get(client) === true)) {",
    to: "if (!hasRight || known.get(client) !== false) {",
    tests: ["server/credential-guesses.test.ts"],
  },
  {
    threat: "files of a data directory: others may read the key",
    file: "src/storage/sqlite/database/data-directory-check.ts",
    from: "  if ((stats.mode & othersMay) !== 0) {",
    to: "  if ((stats.mode & othersMay) > othersMay) {",
    tests: ["storage/sqlite/database/data-file-kinds.long.test.ts"],
  },
  {
    threat: "a proxy that is not trusted goes unnoticed",
    file: "src/server/warn-of-untrusted-proxies.ts",
    from: "!addresses.isTrusted(peer)",
    to: "addresses.isTrusted(peer)",
    tests: ["server/untrusted-proxies.test.ts"],
  },
];
