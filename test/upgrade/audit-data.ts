import type { RecordedAudit } from "../../src/core/model/audit.ts";
import { audit } from "../contract/sample-entities.ts";

/** What the audits of all older data say, newest first. */
export const foundationAudits: readonly RecordedAudit[] = [
  {
    ...audit({
      action: "enable_actor",
      actor: { type: "Token", id: "1" },
      featureKey: "gone",
      value: "User;1",
      createdAt: 6_000,
    }),
    sequence: 2,
  },
  { ...audit({ featureKey: "a/b 🎉" }), sequence: 1 },
];
