import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { Loaded } from "../parts/loaded.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { chosenEnvironment, EnvironmentContext } from "../paths/environment.ts";
import { keepLastUser } from "../session/last-user.ts";
import { SessionContext, useSessionQuery } from "../session/session.ts";
import { isFromProvider, ProviderReturnPage } from "../sign-in/provider-return-page.tsx";
import { Frame } from "./frame.tsx";

const SetUpPage = lazy(async () => ({
  default: (await import("../sign-in/set-up-page.tsx")).SetUpPage,
}));
const SignInPage = lazy(async () => ({
  default: (await import("../sign-in/sign-in-page.tsx")).SignInPage,
}));

/** Chooses between setting up, signing in, and the pages. */
export function App(): ReactElement {
  const [path] = useLocation();
  const session = useSessionQuery();
  // The page takes the answer of the provider out of its address.
  const [isReturning] = useState(() => isFromProvider(path));
  const user = session.data?.user?.id;
  useEffect(() => {
    if (user !== undefined) {
      keepLastUser(user);
    }
  }, [user]);
  if (path === "/set-up") {
    return (
      <Suspense fallback={null}>
        <SetUpPage />
      </Suspense>
    );
  }
  if (isReturning) {
    return <ProviderReturnPage />;
  }
  return (
    <Loaded query={session}>
      {(answer) =>
        answer.role === null ? (
          <Suspense fallback={null}>
            <SignInPage session={answer} />
          </Suspense>
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
