import { Elysia } from "elysia";
import { isAuthor } from "../../../app/commands/comment-commands.ts";
import type { Refusal } from "../../../core/errors.ts";
import type { Comment } from "../../../core/model/comment.ts";
import { roleAtLeast } from "../../../core/model/role.ts";
import type { State } from "../../../core/model/state.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import {
  CommentList,
  CommentPath,
  CommentQuery,
  CommentText,
  DeletedComment,
  SavedComment,
  SubjectPath,
} from "../contract/comment-models.ts";
import { pageSizeDefault } from "../contract/page-models.ts";
import { CommentedSubjects, type ReadSubject } from "./commented-subjects.ts";
import { pageOf } from "./page-of-rows.ts";
import { actorRow } from "./request-rows.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const subjectRefusals = [
  "act_not_found",
  "feature_not_found",
  "input_invalid",
  "request_not_found",
  "role_required",
  "unavailable",
] as const satisfies readonly Refusal[];

const changeRefusals = [
  ...subjectRefusals,
  ...commandRefusals,
] as const satisfies readonly Refusal[];

const example = { text: "Enabled for the trial of **OPS-12**." };

const change = { role: "member", environmentToken: "writer", hostedOnly: "for_clients" } as const;

/** Comments on requests, features and acts (docs/governance.md#comments). */
export function commentController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(said(deps, routes)).use(ownComments(deps, routes));
}

function said(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, comments } = deps.services;
  const subjects = new CommentedSubjects(deps);
  return new Elysia({ tags: ["Comments"] })
    .use(routes)
    .get(
      "/comments/:subject",
      async ({ caller: admin, params, query }) => {
        const subject = await subjects.find(admin, params.subject);
        const { after = 0, limit = pageSizeDefault } = query;
        const found = await comments.list(subject.on, { after, limit: limit + 1 });
        const { rows, next } = pageOf(found, ({ id }) => id, limit);
        return {
          comments: rows.map((each) => commentRow(writer.state, each, subject)),
          mayAdd: mayWrite(subject),
          next,
        };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        params: SubjectPath,
        query: CommentQuery,
        response: { 200: answered(CommentList, "A page of the comments") },
        refuses: subjectRefusals,
        detail: {
          operationId: "listComments",
          summary: "List the comments on a request, a feature or an act",
        },
      },
    )
    .post(
      "/comments/:subject",
      async ({ caller: admin, params, body }) => {
        const subject = await subjects.find(admin, params.subject);
        const comment = await comments.add(subject.caller, subject.on, body.text);
        return { comment: commentRow(writer.state, comment, subject) };
      },
      {
        ...change,
        params: SubjectPath,
        body: withExample(CommentText, example),
        response: { 200: answered(SavedComment, "The comment") },
        refuses: [...changeRefusals, "comment_limit"],
        detail: {
          operationId: "addComment",
          summary: "Comment on a request, a feature or an act",
          description:
            "A subject can have 1,000 comments. Show the Markdown without HTML and images.",
        },
      },
    );
}

function ownComments(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, comments } = deps.services;
  const subjects = new CommentedSubjects(deps);
  return new Elysia({ tags: ["Comments"] })
    .use(routes)
    .patch(
      "/comments/:subject/:comment",
      async ({ caller: admin, params, body }) => {
        const subject = await subjects.find(admin, params.subject);
        const { on, caller } = subject;
        const comment = await comments.edit(caller, { on, id: idIn(params.comment) }, body.text);
        return { comment: commentRow(writer.state, comment, subject) };
      },
      {
        ...change,
        params: CommentPath,
        body: withExample(CommentText, example),
        response: { 200: answered(SavedComment, "The comment with its new text") },
        refuses: [...changeRefusals, "comment_not_found", "not_comment_author"],
        detail: {
          operationId: "editComment",
          summary: "Change the text of an own comment",
          description: "Its act has the hash of the text before.",
        },
      },
    )
    .delete(
      "/comments/:subject/:comment",
      async ({ caller: admin, params }) => {
        const { on, caller } = await subjects.find(admin, params.subject);
        await comments.delete(caller, { on, id: idIn(params.comment) });
        return { deleted: true as const };
      },
      {
        ...change,
        params: CommentPath,
        response: { 200: answered(DeletedComment, "The comment is deleted") },
        refuses: [...changeRefusals, "comment_not_found", "not_comment_author"],
        detail: {
          operationId: "deleteComment",
          summary: "Delete an own comment",
          description:
            "Admins also delete the comments of others. Its act has the hash of the text.",
        },
      },
    );
}

/** Whether a caller who may read a subject may comment on it. */
function mayWrite({ role, caller: { token } }: ReadSubject): boolean {
  return token === null
    ? role !== null && roleAtLeast(role, "member")
    : token.access === "read_and_write";
}

function commentRow(state: State, comment: Comment, subject: ReadSubject) {
  const { caller, role } = subject;
  const { id, author, text, at, editedAt } = comment;
  const isOwn = isAuthor(caller, comment);
  return {
    ...{ id, author: actorRow(state, author), text, at, editedAt },
    can: {
      edit: isOwn && mayWrite(subject),
      delete: mayWrite(subject) && (isOwn || (role !== null && roleAtLeast(role, "admin"))),
    },
  };
}
