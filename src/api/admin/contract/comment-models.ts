import { Type } from "@sinclair/typebox";
import { commentLengthMax } from "../../../core/model/comment.ts";
import { linesPattern } from "../../../core/text/text-patterns.ts";
import { nextOf, oldestFirst } from "./page-models.ts";
import { Actor } from "./policy-models.ts";
import { exactFields, Id, listOf, nullable, surrogates, Time } from "./shared-models.ts";

const subject = Type.String({
  description:
    "What the comments are about: `request:7`, `feature:search` or `act:91`; acts need the role `admin`.",
});

export const SubjectPath = Type.Object({ subject });
export const CommentPath = Type.Object({
  subject,
  comment: Type.String({ description: "The id of the comment." }),
});

const text = Type.String({
  minLength: 1,
  maxLength: commentLengthMax * surrogates,
  pattern: linesPattern,
  description: `At most ${commentLengthMax} characters of Markdown, without HTML and images.`,
});

export const Comment = Type.Object(
  {
    id: Id,
    author: Actor,
    text: Type.String(),
    at: Time,
    editedAt: nullable(Time),
    can: Type.Object(
      { edit: Type.Boolean(), delete: Type.Boolean() },
      { description: "What the caller may do with it." },
    ),
  },
  { $id: "Comment" },
);

export const CommentList = Type.Object(
  {
    comments: listOf(Comment, { description: "Oldest first." }),
    mayAdd: Type.Boolean({ description: "Whether the caller may comment on the subject." }),
    ...nextOf("after"),
  },
  { $id: "CommentList" },
);
export const CommentQuery = Type.Object(oldestFirst, exactFields);
export const CommentText = Type.Object({ text }, { ...exactFields, $id: "CommentText" });
export const SavedComment = Type.Object({ comment: Comment }, { $id: "SavedComment" });
export const DeletedComment = Type.Object(
  { deleted: Type.Literal(true) },
  { $id: "DeletedComment" },
);
