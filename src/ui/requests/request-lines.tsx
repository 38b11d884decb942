import { type ReactElement, useRef } from "react";
import { Link, useLocation } from "wouter";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useRowCursor } from "../parts/use-row-cursor.ts";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { requestPath } from "../paths/request-path.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import type { RequestRow } from "./open-requests.ts";
import { RequestBadge } from "./request-badge.tsx";
import { contentWords, nameOf } from "./request-words.ts";

const { requests: words } = requestsTexts;

/** Requests as lines with a cursor. */
export function RequestLines({
  requests,
  chosen,
  view,
}: {
  readonly requests: readonly RequestRow[];
  readonly chosen: number | null;
  readonly view: string;
}): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const { environments } = useEnvironments();
  const pathOf = ({ id }: RequestRow) => pagePath(requestPath(id), { view });
  const cursor = useRowCursor(requests.length, {
    scrollTo: (index) => list.current?.children[index]?.scrollIntoView({ block: "nearest" }),
    open: (index) => {
      const request = requests[index];
      if (request !== undefined) {
        navigate(pathOf(request));
      }
    },
  });
  return (
    <ul aria-label={words.list} className="request-lines" ref={list}>
      {requests.map((request, index) => {
        const name = nameOf(request.author);
        const environment = environments.find(({ id }) => id === request.environmentId);
        return (
          <li data-current={cursor.index === index || undefined} key={request.id}>
            <Link
              aria-current={request.id === chosen ? "page" : undefined}
              className="request-line"
              href={pathOf(request)}
              onKeyDown={cursor.onKeyDown}
            >
              <Avatar isProgram={request.author.type === "Token"} name={name} />
              <span className="request-line-title">{request.title}</span>
              <span className="request-line-time">
                <RelativeTime at={request.endedAt ?? request.openedAt} />
              </span>
              <span className="request-line-what">{contentWords(request)}</span>
              <span className="request-line-state">
                {environment !== undefined && <EnvironmentDot environment={environment} />}
                {environment?.name ?? request.environment}
                <RequestBadge request={request} />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
