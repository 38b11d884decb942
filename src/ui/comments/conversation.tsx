import type { ReactElement } from "react";
import { pageSizeMax } from "../../api/admin/calls/all-pages.ts";
import { call } from "../api/call.ts";
import { useAllPages, useChange } from "../api/use-answer.ts";
import { LaterStyles } from "../parts/later-styles.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import styles from "../style/comments.css" with { type: "file" };
import { commentsTexts } from "../texts/comments-texts.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentLine } from "./comment-line.tsx";
import { type Said, SaidLine } from "./said-line.tsx";

const { comments: words } = commentsTexts;
const route = "GET /comments/:subject";
const none: readonly Said[] = [];

/** What was said about a subject, the oldest first, and a field for a comment. */
export function Conversation({
  subject,
  what,
  name = words.title,
  events = none,
  isCard = false,
}: {
  readonly subject: string;
  readonly what: keyof typeof words.hints;
  /** Read aloud while it loads. */
  readonly name?: string;
  /** What people did, such as votes, in addition to comments. */
  readonly events?: readonly Said[];
  /** Whether it is a card of its own. */
  readonly isCard?: boolean;
}): ReactElement {
  const params = { subject };
  const query = useAllPages([route, subject], (after, signal) =>
    call(
      route,
      { params, query: { limit: pageSizeMax, ...(after === undefined ? {} : { after }) } },
      signal,
    ),
  );
  const content = (
    <div className="conversation">
      <LaterStyles file={styles} />
      <Loaded lines={2} name={name} query={query}>
        {(pages) => {
          const lines = [
            ...events.map((said) => ({
              at: said.at,
              line: <SaidLine key={said.id} said={said} />,
            })),
            ...pages
              .flatMap((page) => page.comments)
              .map((comment) => ({
                at: comment.at,
                line: (
                  <CommentLine comment={comment} key={`comment ${comment.id}`} subject={subject} />
                ),
              })),
          ].sort((left, right) => left.at - right.at);
          return lines.length === 0 ? (
            <p className="faint">{words.none}</p>
          ) : (
            <ol className="said">{lines.map(({ line }) => line)}</ol>
          );
        }}
      </Loaded>
      {query.data?.[0]?.mayAdd === true && (
        <NewComment hint={words.hints[what]} subject={subject} />
      )}
    </div>
  );
  return isCard ? <Card title={name}>{content}</Card> : content;
}

function NewComment({
  subject,
  hint,
}: {
  readonly subject: string;
  readonly hint: string;
}): ReactElement {
  const send = useChange("POST /comments/:subject");
  return (
    <CommentForm
      action={words.send}
      hint={hint}
      isBusy={send.isPending}
      label={words.field}
      onSend={(text, onDone) =>
        send.mutate({ params: { subject }, body: { text } }, { onSuccess: onDone })
      }
    />
  );
}
