import { type ReactElement, useEffect, useState } from "react";
import { CallError, call } from "../api/call.ts";
import { pageFacts } from "../api/page-facts.ts";
import { Icon } from "../parts/icon.tsx";
import { leaveToPageBefore } from "../session/go-to-provider.ts";
import { texts } from "../texts/texts.ts";
import { requireKeptCookie } from "./require-kept-cookie.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const { session: words } = texts;

/** Whether the provider of the sign-in has just sent the browser here. */
export function isFromProvider(path: string): boolean {
  const query = new URLSearchParams(window.location.search);
  return path === "/sign-in" && query.has("state") && (query.has("code") || query.has("error"));
}

/** Finishes a sign-in at the provider. The answer leaves the address of the page at once. */
export function ProviderReturnPage(): ReactElement {
  const [error, setError] = useState<string>();
  useEffect(() => {
    const answer = window.location.search.slice(1);
    if (answer === "") {
      return;
    }
    window.history.replaceState(null, "", window.location.pathname);
    finish(answer).then(leaveToPageBefore, (failure: unknown) => {
      if (!(failure instanceof CallError)) {
        throw failure;
      }
      setError(failure.message);
    });
  }, []);
  return (
    <SignInFrame isHostShown={true} title={words.signInTitle}>
      {error === undefined ? (
        <p role="status">{words.signingIn}</p>
      ) : (
        <>
          <div className="note note-warning" role="alert">
            <Icon name="warning" />
            <p>{error}</p>
          </div>
          <p>
            <a href={`${pageFacts.base}/`}>{words.signInAgain}</a>
          </p>
        </>
      )}
    </SignInFrame>
  );
}

async function finish(answer: string): Promise<void> {
  await call("POST /sign-in/oidc/finish", { body: { answer } });
  await requireKeptCookie(words.cookieNotKept);
}
