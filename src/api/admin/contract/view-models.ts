import { type Static, Type } from "@sinclair/typebox";
import { viewNameLengthMax, viewQueryLengthMax, viewsMax } from "../../../core/model/saved-view.ts";
import { linePattern } from "../../../core/text/text-patterns.ts";
import {
  exactFields,
  lineOf,
  listOf,
  nullable,
  Person,
  surrogates,
  Time,
} from "./shared-models.ts";

/** A query never has spaces or characters that are not ASCII. */
const queryPattern = "^[!-~]*$";

const members = {
  name: {
    ...lineOf(viewNameLengthMax * surrogates, linePattern),
    description: `One line of 1 to ${viewNameLengthMax} characters.`,
  },
  query: Type.String({
    pattern: queryPattern,
    maxLength: viewQueryLengthMax,
    description: "The query of the list's URL, without `?`. The server stores it as it is.",
  }),
  isShared: Type.Boolean({
    description: "Whether everyone sees the view; always true in the mountable deployment.",
  }),
};

export const View = Type.Object(
  {
    id: Type.String(),
    ...members,
    author: nullable(Person),
    createdAt: Time,
    canChange: Type.Boolean({ description: "Whether the caller may change and delete the view." }),
  },
  { $id: "View" },
);
export type View = Static<typeof View>;

export const ViewList = Type.Object(
  {
    views: listOf(View, {
      description: `The caller's own views and the shared ones, oldest first: at most ${viewsMax} each.`,
    }),
  },
  { $id: "ViewList" },
);

export const NewView = Type.Object(members, { ...exactFields, $id: "NewView" });

export const ViewChange = Type.Partial(NewView, {
  ...exactFields,
  minProperties: 1,
  $id: "ViewChange",
});

export const SavedView = Type.Object({ view: View }, { $id: "SavedView" });

export const RemovedView = Type.Object({ removed: Type.Literal(true) }, { $id: "RemovedView" });

export const ViewPath = Type.Object({ view: Type.String({ description: "The id of the view." }) });
