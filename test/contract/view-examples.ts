import type { Change } from "../../src/core/model/change.ts";
import { strangeTexts, view } from "./sample-entities.ts";

type ViewRows = Readonly<
  Record<"view.saved" | "view.removed", Readonly<Record<string, readonly Change[]>>>
>;

/** Changes of saved views, as in `changeExamples`. */
export const viewExamples: ViewRows = {
  "view.saved": {
    "own and shared, with every name": strangeTexts.map((name, index) => ({
      kind: "view.saved",
      view: view(String(index), { name, isShared: index % 2 === 0 }),
    })),
    "again, changed": [
      { kind: "view.saved", view: view("a") },
      {
        kind: "view.saved",
        view: view("a", { name: "__proto__", query: "", isShared: false }),
      },
    ],
    "without an author": [{ kind: "view.saved", view: view("a", { authorId: null }) }],
  },
  "view.removed": {
    "one of two": [
      { kind: "view.saved", view: view("a") },
      { kind: "view.saved", view: view("b") },
      { kind: "view.removed", viewId: "a" },
    ],
    unknown: [{ kind: "view.removed", viewId: "a" }],
  },
};
