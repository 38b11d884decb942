import { type Static, Type } from "@sinclair/typebox";
import { linePattern } from "../../../core/text/text-patterns.ts";
import { exactFields, Id, lineOf, listOf } from "./shared-models.ts";

const Count = Type.Integer({ minimum: 0 });

export const ProjectRow = Type.Object(
  {
    id: Id,
    name: Type.String(),
    featureCount: Count,
    environmentCount: Count,
    memberCount: Count,
    isStrict: Type.Boolean({ description: "Whether gates accept registered groups only." }),
  },
  { $id: "Project" },
);
export type ProjectRow = Static<typeof ProjectRow>;

export const ProjectList = Type.Object({ projects: listOf(ProjectRow) }, { $id: "ProjectList" });

export const NewProject = Type.Object(
  { name: lineOf(255, linePattern) },
  { ...exactFields, $id: "NewProject" },
);
