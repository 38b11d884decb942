import { lazy, type ReactElement, Suspense, useState } from "react";
import type { AnswerOf } from "../api/call.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { useIssuePattern } from "../issues/use-issue-pattern.ts";
import { Menu } from "../parts/menu.tsx";
import { commentsTexts } from "../texts/comments-texts.ts";
import { fill } from "../texts/fill.ts";
import { CommentForm } from "./comment-form.tsx";
import { SaidLine } from "./said-line.tsx";

const { comments: words } = commentsTexts;

const Markdown = lazy(() =>
  import("./markdown.tsx").then((module) => ({ default: module.Markdown })),
);

type CommentRow = AnswerOf<"GET /comments/:subject">["comments"][number];

/** A comment, which its author edits in place. */
export function CommentLine({
  subject,
  comment,
}: {
  readonly subject: string;
  readonly comment: CommentRow;
}): ReactElement {
  const { id, author, text, at, editedAt, can } = comment;
  const [opened, setOpened] = useState<"edit" | "delete" | null>(null);
  const pattern = useIssuePattern();
  const close = () => setOpened(null);
  const params = { subject, comment: id };
  const edit = useChange("PATCH /comments/:subject/:comment", { onDone: close });
  const remove = useChange("DELETE /comments/:subject/:comment", {
    onDone: () => {
      close();
      showDone(words.deleted);
    },
  });
  const name = author.name ?? words.someone;
  const actions = [
    ...(can.edit ? [{ label: words.edit, onChoose: () => setOpened("edit") }] : []),
    ...(can.delete
      ? [
          {
            label: words.delete,
            icon: "trash" as const,
            isDanger: true,
            onChoose: () => setOpened("delete"),
          },
        ]
      : []),
  ];
  const isProgram = author.type === "Token";
  const content =
    opened === "edit" ? (
      <CommentForm
        action={words.save}
        cancel={words.cancel}
        first={text}
        isBusy={edit.isPending}
        label={words.editField}
        onCancel={close}
        onSend={(changed) => edit.mutate({ params, body: { text: changed } })}
      />
    ) : (
      <Suspense fallback={<p className="said-text">{text}</p>}>
        <Markdown pattern={pattern} text={text} />
      </Suspense>
    );
  return (
    <>
      <SaidLine
        after={
          <>
            {editedAt !== null && <span className="faint">{words.edited}</span>}
            {actions.length > 0 && (
              <span className="said-actions">
                <Menu actions={actions} label={fill(words.actions, { name })} />
              </span>
            )}
          </>
        }
        said={{ id: String(id), at, name, isProgram, what: "", content }}
      />
      <ConfirmByName
        action={words.delete}
        description={words.deleteText}
        isBusy={remove.isPending}
        isDanger={true}
        isOpen={opened === "delete"}
        name={null}
        onClose={close}
        onConfirm={() => remove.mutate({ params })}
        title={words.deleteTitle}
      />
    </>
  );
}
