import { type ReactElement, useRef } from "react";
import { useLocation } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { Loaded } from "../parts/loaded.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { chosenEnvironment, EnvironmentContext } from "../paths/environment.ts";
import { SessionContext, useSessionQuery } from "../session/session.ts";
import { SetUpPage } from "../session/set-up-page.tsx";
import { SignInPage } from "../session/sign-in-page.tsx";
import { Frame } from "./frame.tsx";

/** Chooses between setting up, signing in, and the pages. */
export function App(): ReactElement {
  const [path] = useLocation();
  const session = useSessionQuery();
  const wasSignedIn = useRef(false);
  wasSignedIn.current ||= (session.data?.role ?? null) !== null;
  if (path === "/set-up") {
    return <SetUpPage />;
  }
  return (
    <Loaded query={session}>
      {(answer) =>
        answer.role === null ? (
          <SignInPage hasEnded={wasSignedIn.current} session={answer} />
        ) : (
          <SessionContext value={answer}>
            <InEnvironment />
          </SessionContext>
        )
      }
    </Loaded>
  );
}

function InEnvironment(): ReactElement {
  const [params] = useQueryState();
  const query = useAnswer("GET /environments", {});
  return (
    <Loaded query={query}>
      {({ environments }) => {
        const environment = chosenEnvironment(environments, params.get("env"));
        if (environment === undefined) {
          throw new Error("There is no Production environment");
        }
        return (
          <EnvironmentContext value={{ environment, environments }}>
            <Frame />
          </EnvironmentContext>
        );
      }}
    </Loaded>
  );
}
