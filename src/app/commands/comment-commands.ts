import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import {
  type Comment,
  type CommentSubjectKind,
  commentLengthMax,
  commentSubject,
} from "../../core/model/comment.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import { roleAtLeast } from "../../core/model/role.ts";
import { findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { sha256 } from "../../core/secrets/sha256.ts";
import { isLongerThan } from "../../core/text/text-length.ts";
import { requireValidCaller } from "./require-valid-caller.ts";
import { roleOfCaller } from "./role-of-caller.ts";

/** What a comment is about. */
export type CommentedSubject =
  | { readonly kind: "request"; readonly id: number; readonly environmentId: number }
  | { readonly kind: "feature"; readonly feature: Feature }
  | { readonly kind: "act"; readonly id: number };

/** See `Comment.subject`. */
export function subjectOf(on: CommentedSubject): string {
  return commentSubject(on.kind, on.kind === "feature" ? on.feature.id : on.id);
}

/** Throws `feature_not_found` if the feature is gone. */
export function addComment(
  draft: Draft,
  caller: Caller,
  on: CommentedSubject,
  text: string,
): Comment {
  requireValidCaller(draft, caller);
  requireSubject(draft, on);
  const comment: Comment = {
    id: draft.nextId("comment"),
    environmentId: environmentIdOf(draft, on),
    subject: subjectOf(on),
    author: caller.actor,
    text: textOf(text),
    at: draft.now,
    editedAt: null,
  };
  draft.record({ kind: "comment.saved", comment });
  return comment;
}

/** Changes the text of an own comment. Throws `not_comment_author`. */
export function editComment(
  draft: Draft,
  caller: Caller,
  { on, comment }: SaidComment,
  text: string,
): Comment {
  requireValidCaller(draft, caller);
  requireSubject(draft, on);
  if (!isAuthor(caller, comment)) {
    throw new GatehouseError("not_comment_author", {
      message: "Only the author of a comment may edit it",
    });
  }
  const edited: Comment = { ...comment, text: textOf(text), editedAt: draft.now };
  if (edited.text === comment.text) {
    return comment;
  }
  const { id: commentId, subject } = comment;
  const editedAt = draft.now;
  draft.record({ kind: "comment.edited", commentId, subject, text: edited.text, editedAt });
  act(draft, "comment.edited", { on, comment });
  return edited;
}

/** Deletes an own comment; admins may delete others. Throws `not_comment_author`. */
export function deleteComment(draft: Draft, caller: Caller, { on, comment }: SaidComment): void {
  requireValidCaller(draft, caller);
  requireSubject(draft, on);
  if (!mayDelete(draft, caller, { on, comment })) {
    throw new GatehouseError("not_comment_author");
  }
  const { id: commentId, subject } = comment;
  draft.record({ kind: "comment.deleted", commentId, subject });
  act(draft, "comment.deleted", { on, comment });
}

/** A comment on a subject. */
export interface SaidComment {
  readonly on: CommentedSubject;
  readonly comment: Comment;
}

export function isAuthor({ actor }: Pick<Caller, "actor">, { author }: Comment): boolean {
  return author.type === actor.type && author.id === actor.id;
}

/** Only admins of the organization reach the comments on acts. */
function mayDelete(draft: Draft, caller: Caller, { on, comment }: SaidComment): boolean {
  const { session, token, environment } = caller;
  const role = token === null ? roleOfCaller(draft, session, environment.id) : undefined;
  const isAdmin = on.kind === "act" || (role !== undefined && roleAtLeast(role, "admin"));
  return isAdmin || isAuthor(caller, comment);
}

/** A feature can be deleted while a command waits; a request and an act stay. */
function requireSubject({ state }: Draft, on: CommentedSubject): void {
  if (on.kind === "feature") {
    const { id, projectId, key } = on.feature;
    if (findFeature(state, projectId, key)?.id !== id) {
      throw new GatehouseError("feature_not_found");
    }
  }
}

function environmentIdOf({ state }: Draft, on: CommentedSubject): number | null {
  switch (on.kind) {
    case "request":
      return on.environmentId;
    case "feature":
      return productionOf(state, on.feature.projectId).id;
    case "act":
      return null;
  }
}

/** The text before is only a hash in the act: people delete what must not be kept. */
function act(
  draft: Draft,
  kind: "comment.edited" | "comment.deleted",
  { on, comment }: SaidComment,
): void {
  const { id, author, text, at } = comment;
  const environmentId = environmentIdOf(draft, on);
  draft.recordAct({
    kind,
    ...(environmentId === null ? {} : { environmentId }),
    details: {
      comment: id,
      subject: nameOf(on),
      author: `${author.type}:${author.id}`,
      at,
      sha256: sha256(text),
    },
  });
}

/** As people write it. */
function nameOf(on: CommentedSubject): string {
  const kind: CommentSubjectKind = on.kind;
  return `${kind}:${on.kind === "feature" ? on.feature.key : on.id}`;
}

function textOf(sent: string): string {
  const text = sent.trim();
  if (text === "" || isLongerThan(text, commentLengthMax)) {
    throw new GatehouseError("input_invalid", {
      message: `text: must have 1 to ${commentLengthMax} characters`,
      place: "text",
    });
  }
  return text;
}
