import type { Change, RetiredKeyChange } from "../../src/core/model/change.ts";
import { retiredKey, strangeTexts } from "./sample-entities.ts";

type RetiredRows = Readonly<
  Record<RetiredKeyChange["kind"], Readonly<Record<string, readonly Change[]>>>
>;

/** Changes of retired keys, as in `changeExamples`. */
export const retiredExamples: RetiredRows = {
  "key.retired": {
    "with every key and reason": strangeTexts.map((key) => ({
      kind: "key.retired",
      retired: retiredKey(key, { reason: key }),
    })),
    "again, by a token": [
      { kind: "key.retired", retired: retiredKey("a") },
      {
        kind: "key.retired",
        retired: retiredKey("a", {
          actor: { type: "Token", id: "7" },
          reason: "old",
          retiredAt: 9_900,
        }),
      },
    ],
  },
  "key.freed": {
    "one of two": [
      { kind: "key.retired", retired: retiredKey("a") },
      { kind: "key.retired", retired: retiredKey("b") },
      { kind: "key.freed", projectId: 1, key: "a" },
    ],
    "and retired again": [
      { kind: "key.retired", retired: retiredKey("a") },
      { kind: "key.freed", projectId: 1, key: "a" },
      { kind: "key.retired", retired: retiredKey("a", { reason: "again" }) },
    ],
    unknown: [{ kind: "key.freed", projectId: 1, key: "a" }],
  },
  "project.retires_keys": {
    on: [{ kind: "project.retires_keys", projectId: 1, isOn: true }],
    "on and off": [
      { kind: "project.retires_keys", projectId: 1, isOn: true },
      { kind: "project.retires_keys", projectId: 1, isOn: false },
    ],
    "on twice": [
      { kind: "project.retires_keys", projectId: 1, isOn: true },
      { kind: "project.retires_keys", projectId: 1, isOn: true },
    ],
  },
};
