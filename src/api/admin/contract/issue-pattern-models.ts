import { Type } from "@sinclair/typebox";
import { issuePatternForm, issuePatternLengthMax } from "../../../core/model/issue-pattern.ts";
import { exactFields } from "./shared-models.ts";

const description =
  "The address of an issue, with `{issue}` for its name, such as OPS-12; null if names are no links.";

export const IssuePattern = Type.Object(
  { pattern: Type.Union([Type.String(), Type.Null()], { description }) },
  { $id: "IssuePattern" },
);

export const NewIssuePattern = Type.Object(
  {
    pattern: Type.Union(
      [Type.String({ minLength: 1, maxLength: issuePatternLengthMax }), Type.Null()],
      {
        description: `${description} It is ${issuePatternForm}.`,
      },
    ),
  },
  { ...exactFields, $id: "NewIssuePattern" },
);
