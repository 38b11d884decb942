import { type ReactElement, type ReactNode, useState } from "react";
import { draftsOf, hasDrafts, readDraft } from "../drafts/draft-store.ts";
import { Icon } from "../parts/icon.tsx";
import { lastUser } from "../session/last-user.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { session: words } = texts;
const minuteSeconds = 60;

/** Why the person must sign in, and what is kept. */
export function SignInReason({
  needsSetUp,
}: {
  readonly needsSetUp: boolean;
}): ReactElement | null {
  const [user] = useState(lastUser);
  if (needsSetUp) {
    return (
      <div className="note note-info" role="status">
        <Icon name="key" />
        <p>
          {words.notSetUp} <strong>{words.linkIsIn}</strong> <code>{words.firstStartFile}</code>{" "}
          {words.notSetUpPlace} <code>{words.newLinkCommand}</code> {words.newLinkPlace}
        </p>
      </div>
    );
  }
  if (user === null && !hasDrafts()) {
    return null;
  }
  return (
    <div className="note note-info" role="status">
      <Icon name="clock" />
      <p>
        {user !== null && words.ended} <KeptDrafts user={user} />
      </p>
    </div>
  );
}

function KeptDrafts({ user }: { readonly user: number | null }): ReactNode {
  const changes =
    user === null
      ? 0
      : draftsOf(user)
          .map((slot) => Object.keys(readDraft(slot)?.edits ?? {}).length)
          .reduce((sum, count) => sum + count, 0);
  if (changes > 0) {
    return (
      <>
        <strong>{plural(words.draftKept, changes)}</strong> {words.draftOpens}
      </>
    );
  }
  return hasDrafts() ? words.draftsKept : null;
}

/** After too many attempts. */
export function LockedNote({ seconds }: { readonly seconds: number }): ReactElement {
  const wait =
    seconds < minuteSeconds
      ? plural(words.waitSeconds, seconds)
      : plural(words.waitMinutes, Math.ceil(seconds / minuteSeconds));
  return (
    <div className="note note-warning" role="alert">
      <Icon name="warning" />
      <p>
        <strong>{words.locked}</strong> {fill(words.tryAgainIn, { wait })}
      </p>
    </div>
  );
}
