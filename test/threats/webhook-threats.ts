/** By threat: the files of its tests, each with a part of the titles. */
export type TestsOfThreats = Readonly<
  Record<string, readonly (readonly [file: string, ...tests: string[]])[]>
>;

/** The threats of what the server asks of others, and of what others leave with it. */
export const webhookThreats: TestsOfThreats = {
  "SSRF in webhooks": [
    [
      "webhooks/targets/check-target.test.ts",
      "an address that is not public is refused",
      "plain http is for allowed networks only",
      "a refusal does not tell the address of a name",
    ],
    [
      "webhooks/targets/send-to-target.test.ts",
      "although the name has another one a moment later",
      "and is checked again at each request",
      "a redirect is the answer, and is not followed",
      "names no proxy, and does not end the check of certificates",
      "64 KiB of a long body %s are read",
    ],
  ],
  "stolen webhook secrets": [
    ["webhooks/webhook-commands.long.test.ts", "no secret was written anywhere"],
    ["webhooks/deliveries.long.test.ts", "signed with both, then with the new one"],
    ["http/log/change-logger.test.ts", "is logged with ids, and nothing that they hold"],
  ],
  "forged and repeated webhook messages": [
    ["documents/webhook-receivers.long.test.ts", "accepts what is signed, and nothing else"],
    ["webhooks/ruby-application.nightly.test.ts", "test vector, and nothing that differs from it"],
    ["webhooks/deliveries.long.test.ts", "with one id and new signatures, then the next"],
  ],
  "silent webhook receivers": [
    ["webhooks/silent-endpoint.nightly.test.ts", "keep bounded rows and little memory"],
    ["webhooks/lost-events.test.ts", "gets what it lost before later events"],
    ["webhooks/deliveries.long.test.ts", "holds up no other one, nor a write"],
    ["webhooks/targets/silent-name-server.long.test.ts", "hold up no other name, and no file"],
  ],
  "hostile webhook answers": [
    ["webhooks/deliveries.long.test.ts", "is cut, escaped, and registers no more groups"],
    ["webhooks/targets/send-to-target.test.ts", "64 KiB of a long body %s are read"],
  ],
  "exports without a token": [
    [
      "api/cloud-import/migrations.test.ts",
      "is refused with the reason, and what to do instead",
      "over the limit of its bytes %s is refused",
      "counts for its address, and for all",
      "takes the place of the oldest unopened one of the sender with the most",
    ],
    ["api/cloud-import/quarantine-files.test.ts", "do not hold the code", "end after a day"],
    [
      "api/admin/handlers/migrations-api.test.ts",
      "nobody but an owner",
      "without the code finds nothing",
      "an owner without the link sees all that wait, and deletes one",
    ],
  ],
};
