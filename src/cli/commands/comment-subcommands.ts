import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import type { Arguments, Positional } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption } from "../../config/option.ts";
import { parseInteger } from "../../config/value-parsers.ts";
import type { CommentSubjectKind } from "../../core/model/comment.ts";
import { orNull, Timestamp, timestampOrNull, toTimestamp } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { projectOption } from "../options/common-options.ts";
import { featureKey, parseFeatureKey } from "../options/feature-key-argument.ts";
import { givenOnly } from "../options/given-only.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { formatMinute } from "../output/text-table.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const CommentJson = Type.Object({
  id: Type.Integer(),
  author: orNull(Type.String({ description: "the name of the person or the token" })),
  text: Type.String({ description: "Markdown" }),
  created_at: Timestamp,
  edited_at: orNull(Timestamp),
});
type CommentJson = Immutable<Static<typeof CommentJson>>;

const parseId = parseInteger(1, Number.MAX_SAFE_INTEGER);
const commentIdOption = (flag: string, description: string) =>
  optionalOption({ flag, placeholder: "COMMENT", description, parse: parseId });
const editOption = commentIdOption("edit", "The id of an own comment, which gets the text.");
const deleteOption = commentIdOption(
  "delete",
  "The id of a comment to delete; admins also delete the comments of others.",
);
const text = {
  placeholder: "TEXT",
  description: "The comment, as Markdown without HTML and images.",
  optional: true,
};

interface Commented {
  readonly group: string;
  readonly positional: Positional;
  readonly parse: (given: Arguments) => string | number;
  /** In the examples. */
  readonly example: string;
  readonly what: string;
}

const subjects: Readonly<Record<CommentSubjectKind, Commented>> = {
  feature: {
    group: "feature",
    positional: featureKey,
    parse: (given) => positionalValue(given, 0, featureKey, parseFeatureKey),
    example: "search",
    what: "a feature",
  },
  request: numbered("request", "ID", "a request"),
  act: numbered("audit", "N", "an act"),
};

function numbered(group: string, placeholder: string, what: string): Commented {
  const positional = { placeholder, description: `The number of ${what}, as lists show it.` };
  const parse = (given: Arguments) => positionalValue(given, 0, positional, parseId);
  return { group, positional, parse, example: "7", what };
}

/** `gatehouse … comments` and `gatehouse … comment` (docs/governance.md#comments). */
export function commentSubcommands(senders: ApiSenders, kind: CommentSubjectKind) {
  return [commentsCommand(senders, kind), commentCommand(senders, kind)];
}

function commentsCommand(senders: ApiSenders, kind: CommentSubjectKind) {
  const { group, positional, parse, example, what } = subjects[kind];
  return adminSubcommand(senders, {
    name: "comments",
    summary: `Lists the comments on ${what}, the oldest first.`,
    examples: [
      { line: `gatehouse ${group} comments ${example}`, text: `Lists the comments on ${what}.` },
    ],
    options: optionsOf(kind),
    positionals: [positional],
    json: Type.Object({ comments: Type.Array(CommentJson) }),
    async work({ given, admin, query }) {
      const params = { subject: `${kind}:${parse(given)}` };
      const comments: CommentJson[] = [];
      for (let after: number | undefined; ; ) {
        const page: CommentPage = await admin.call("GET /comments/:subject", {
          params,
          query: { ...query, ...givenOnly({ after }), limit: pageSize },
        });
        comments.push(...page.comments.map(commentJson));
        if (page.next === null) {
          return { comments };
        }
        after = page.next;
      }
    },
    text: ({ comments }) =>
      comments.length === 0 ? "no comments\n" : comments.map(commentText).join("\n"),
  });
}

type CommentPage = AnswerOf<"GET /comments/:subject">;

const pageSize = 250;

function commentCommand(senders: ApiSenders, kind: CommentSubjectKind) {
  const { group, positional, parse, example, what } = subjects[kind];
  const line = `gatehouse ${group} comment ${example}`;
  return adminSubcommand(senders, {
    name: "comment",
    summary: `Comments on ${what}, or edits or deletes a comment.`,
    examples: [
      { line: `${line} "Waits for OPS-12"`, text: `Adds a comment on ${what}.` },
      { line: `${line} --delete 12`, text: "Deletes comment 12." },
    ],
    options: [editOption, deleteOption, ...optionsOf(kind)],
    positionals: [positional, text],
    json: Type.Object({
      comment: orNull(CommentJson, "null after a deletion"),
    }),
    async work({ given, admin, query }) {
      const subject = `${kind}:${parse(given)}`;
      const asked = askedChange(given);
      if (asked.kind === "delete") {
        const params = { subject, comment: asked.id };
        await admin.call("DELETE /comments/:subject/:comment", { params, query });
        return { comment: null };
      }
      const body = { text: asked.text };
      const { comment } =
        asked.kind === "edit"
          ? await admin.call("PATCH /comments/:subject/:comment", {
              ...{ params: { subject, comment: asked.id }, query, body },
            })
          : await admin.call("POST /comments/:subject", { params: { subject }, query, body });
      return { comment: commentJson(comment) };
    },
    text: ({ comment }) =>
      comment === null
        ? "deleted the comment\n"
        : `${comment.edited_at === null ? "added" : "edited"} comment ${comment.id}\n`,
  });
}

function optionsOf(kind: CommentSubjectKind) {
  return kind === "feature" ? [projectOption] : [];
}

type AskedChange =
  | { readonly kind: "add"; readonly text: string }
  | { readonly kind: "edit"; readonly id: number; readonly text: string }
  | { readonly kind: "delete"; readonly id: number };

/** Throws a ConfigError unless exactly what the change needs is given. */
function askedChange(given: Arguments): AskedChange {
  const [, sent] = given.positionals;
  const edited = given.valueOf(editOption);
  const deleted = given.valueOf(deleteOption);
  if (deleted !== undefined) {
    if (sent !== undefined || edited !== undefined) {
      throw new ConfigError("--delete takes neither TEXT nor --edit");
    }
    return { kind: "delete", id: deleted };
  }
  if (sent === undefined) {
    throw new ConfigError("TEXT is missing: what the comment says");
  }
  return edited === undefined
    ? { kind: "add", text: sent }
    : { kind: "edit", id: edited, text: sent };
}

function commentJson(row: CommentPage["comments"][number]): CommentJson {
  const { id, author, text: said, at, editedAt } = row;
  return {
    id,
    author: author.name,
    text: said,
    created_at: toTimestamp(at),
    edited_at: timestampOrNull(editedAt),
  };
}

function commentText({ id, author, text: said, created_at, edited_at }: CommentJson): string {
  const edited = edited_at === null ? "" : ", edited";
  return `${id}  ${author ?? "unknown"}, ${formatMinute(created_at)}${edited}\n${said}\n`;
}
