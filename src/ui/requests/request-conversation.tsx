import type { ReactElement } from "react";
import { Conversation } from "../comments/conversation.tsx";
import type { Said } from "../comments/said-line.tsx";
import { ShownReason } from "../issues/shown-reason.tsx";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import type { RequestRow } from "./open-requests.ts";
import { nameOf } from "./request-words.ts";

const { request: words } = requestsTexts;

/** The author of a request with the reason, its votes, and its comments. */
export function RequestConversation({ request }: { readonly request: RequestRow }): ReactElement {
  return (
    <section aria-label={words.conversation} className="request-talk">
      <h2>{words.conversation}</h2>
      <Conversation
        events={[openedBy(request), ...votesIn(request)]}
        name={words.conversation}
        subject={`request:${request.id}`}
        what="request"
      />
    </section>
  );
}

function openedBy({ author, openedAt, reason, links }: RequestRow): Said {
  const isProgram = author.type === "Token";
  return {
    ...{ id: "opened", at: openedAt, name: nameOf(author), isProgram, what: words.opened },
    content: reason === null ? null : <ShownReason links={links} reason={reason} />,
  };
}

function votesIn({ votes }: RequestRow): readonly Said[] {
  return votes.map(({ voter, kind, text, at }) => ({
    ...{ id: `vote ${voter.type} ${voter.id}`, at, what: words.votes[kind] },
    ...{ name: nameOf({ ...voter }), isProgram: voter.type !== "User" },
    content:
      text === null ? null : (
        <p className="said-text">{fill(auditsTexts.audits.quoted, { reason: text })}</p>
      ),
  }));
}
