import type { ReactElement } from "react";
import type { SignedInSession } from "../../api/admin/contract/session-models.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { settingsTexts } from "../texts/settings-texts.ts";

const { account: words } = settingsTexts.settings;

/** The person's sessions; each can be ended. */
export function SessionList({
  sessions,
}: {
  readonly sessions: readonly SignedInSession[];
}): ReactElement {
  const end = useChange("DELETE /account/sessions/:session");
  const endOthers = useChange("DELETE /account/sessions");
  return (
    <>
      <ul className="rows">
        {sessions.map((session) => (
          <li className="row" key={session.id}>
            <div className="row-main">
              <b>{browserName(session.userAgent)}</b>
              <small>
                {session.address} · {words.lastSeen} <RelativeTime at={session.seenAt} />
              </small>
            </div>
            {session.isThis ? (
              <span className="badge badge-on">{words.thisSession}</span>
            ) : (
              <Button onClick={() => end.mutate({ params: { session: session.id } })}>
                {words.endSession}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <footer className="card-foot">
          <Button isBusy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
            {words.endOthers}
          </Button>
        </footer>
      )}
    </>
  );
}

const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"] as const;

/** "Firefox, Linux"; for other browsers the start of the user agent. */
function browserName(userAgent: string): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find((name) => userAgent.includes(name));
  const known = [browser, system].filter((name) => name !== undefined).join(", ");
  return known || userAgent.slice(0, 60) || words.unknownBrowser;
}
