import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { EnvironmentChoice } from "../environments/environment-choice.tsx";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { LaterStyles } from "../parts/later-styles.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useMedia } from "../parts/use-media.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { requestsPath, useRequestPath } from "../paths/request-path.ts";
import { useSession } from "../session/session.ts";
import styles from "../style/requests.css" with { type: "file" };
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { NewRequestPage } from "./new-request-page.tsx";
import { isOf, type RequestRow, useOpenRequests, waitsFor } from "./open-requests.ts";
import { RequestLines } from "./request-lines.tsx";
import { RequestPage } from "./request-page.tsx";
import { useEndedRequests } from "./use-ended-requests.ts";

const { requests: words } = requestsTexts;
const views = ["you", "yours", "all", "ended"] as const;
type View = (typeof views)[number];

/** The inbox of requests, and the chosen one next to it. */
export function RequestsPage(): ReactElement {
  return (
    <>
      <ApprovalStyles />
      <LaterStyles file={styles} />
      <InboxOrRequest />
    </>
  );
}

function InboxOrRequest(): ReactElement {
  const path = useRequestPath();
  const isWide = useMedia("(min-width: 1101px)");
  if (path === "new") {
    return <NewRequestPage />;
  }
  if (path === "list") {
    return <Inbox />;
  }
  return isWide ? (
    <div className="request-split">
      <aside aria-label={words.list} className="request-inbox">
        <RequestList chosen={path} />
      </aside>
      <div className="request-detail">
        <RequestPage id={path} key={path} />
      </div>
    </div>
  ) : (
    <RequestPage id={path} key={path} />
  );
}

function Inbox(): ReactElement {
  return (
    <>
      <PageHead label={words.title} title={words.title} />
      <div className="page-body">
        <RequestList chosen={null} />
      </div>
    </>
  );
}

/** The requests of a view, which the URL has. */
function RequestList({ chosen }: { readonly chosen: number | null }): ReactElement {
  const environment = useEnvironment();
  const { user } = useSession();
  const me = user?.id ?? null;
  const [params] = useQueryState();
  const query = useOpenRequests();
  const open = query.data?.requests ?? [];
  const ofView: Readonly<Record<Exclude<View, "ended">, readonly RequestRow[]>> = {
    you: open.filter((each) => waitsFor(each, me)),
    yours: open.filter((each) => isOf(each, me)),
    all: open,
  };
  const asked = views.find((each) => each === params.get("view"));
  // Not another view as soon as the last one is voted on.
  const [first, setFirst] = useState<View | null>(null);
  if (first === null && query.data !== undefined) {
    setFirst(ofView.you.length > 0 ? "you" : "all");
  }
  const view = asked ?? first ?? "you";
  const pagePath = usePagePath();
  const path = chosen === null ? requestsPath : `${requestsPath}/${chosen}`;
  return (
    <div className="request-list">
      <nav aria-label={words.viewsLabel} className="request-views">
        {views.map((each) => (
          <Link
            aria-current={each === view ? "page" : undefined}
            className="request-view"
            href={pagePath(path, { view: each })}
            key={each}
            replace={true}
          >
            {words.views[each]}
            {each !== "ended" && <span className="count">{ofView[each].length}</span>}
          </Link>
        ))}
      </nav>
      {view === "ended" ? (
        <Ended chosen={chosen} key={environment.id} />
      ) : (
        <Loaded lines={6} query={query}>
          {() =>
            ofView[view].length === 0 ? (
              <EmptyState icon="inbox" title={words.empty[view]}>
                {words.emptyText}
              </EmptyState>
            ) : (
              <RequestLines chosen={chosen} requests={ofView[view]} view={view} />
            )
          }
        </Loaded>
      )}
    </div>
  );
}

function Ended({ chosen }: { readonly chosen: number | null }): ReactElement {
  const environment = useEnvironment();
  const pages = useEndedRequests(environment.id);
  const requests = pages.data?.pages.flatMap((page) => page.requests) ?? [];
  return (
    <>
      <EnvironmentChoice />
      <Loaded lines={6} query={pages}>
        {() =>
          requests.length === 0 ? (
            <EmptyState
              icon="inbox"
              title={fill(words.empty.ended, { environment: environment.name })}
            />
          ) : (
            <RequestLines chosen={chosen} requests={requests} view="ended" />
          )
        }
      </Loaded>
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </>
  );
}
