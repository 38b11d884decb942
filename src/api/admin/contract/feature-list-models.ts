import { Type } from "@sinclair/typebox";
import { GatesQuery } from "./feature-models.ts";
import { exactFields, textUpTo } from "./shared-models.ts";

/** The most other environments in a list of features. */
export const columnsMax = 4;

export const ListQuery = Type.Object(
  {
    ...GatesQuery.properties,
    columns: Type.Optional({
      ...textUpTo(columnsMax * 256, 1),
      description:
        "Up to four other environments, each as in a path, separated by commas. Not with `gates`.",
    }),
  },
  exactFields,
);
