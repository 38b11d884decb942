import type { TestsOfThreats } from "./webhook-threats.ts";

/** The threats of protected environments. */
export const requestThreats: TestsOfThreats = {
  "a change that nobody has approved": [
    [
      "hosted/protected-routes.test.ts",
      "every writing route of Flipper clients is refused in a protected environment",
      "a protected environment is not deleted with its own token",
    ],
    [
      "api/admin/protected-writes.test.ts",
      "every route that writes is in one of the tables",
      "%s is refused in a protected environment, or becomes a request",
    ],
    [
      "app/writer/writer-contract.ts",
      "a change of a protected environment without a permit is an error, and nothing is kept",
    ],
  ],
  "a request that differs from what was approved": [
    [
      "app/requests/request-histories.property.test.ts",
      "whatever happens, only what enough approvers saw is applied",
    ],
    [
      "app/requests/requests.test.ts",
      "an approval of mirroring covers the gates of Production",
      "a removal must meet the policy of every protected environment",
      "an approver who loses the right no longer counts",
      "the owner has no exception",
    ],
    [
      "core/model/approvals.test.ts",
      "a request is approved if each approval of each rule has its own approver",
    ],
  ],
};
