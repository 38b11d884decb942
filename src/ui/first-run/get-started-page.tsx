import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { LaterStyles } from "../parts/later-styles.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { usePagePath, useProduction } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import styles from "../style/first-run.css" with { type: "file" };
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { hideStart } from "./hidden-start.ts";
import { StartList } from "./start-list.tsx";
import { doneCount, startSteps, stepCount } from "./use-first-run.ts";

const { firstRun: words } = texts;
const askedEveryMs = 3_000;

/** The steps of a new server, ticked by facts. */
export function GetStartedPage(): ReactElement {
  const { user } = useSession();
  const { slug } = useProduction();
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const query = useAnswer("GET /first-run", {}, { everyMs: askedEveryMs });
  const done = query.data === undefined ? null : doneCount(startSteps(query.data, slug));
  const hide = () => {
    if (user !== null) {
      hideStart(user.id);
    }
    navigate(pagePath("/"));
    showDone(words.hidden);
  };
  const isAllDone = done === stepCount;
  return (
    <>
      <LaterStyles file={styles} />
      <PageHead
        aside={
          done !== null && (
            <span className="faint">{fill(words.done, { done, all: stepCount })}</span>
          )
        }
        label={words.title}
        title={words.title}
      >
        <Button look="quiet" onClick={hide}>
          {words.hide}
        </Button>
      </PageHead>
      <div className="page-body start">
        <div>
          <h2 className="start-welcome">{isAllDone ? words.allDone : words.welcome}</h2>
          <p className="start-lead">
            {isAllDone ? (
              words.allDoneLead
            ) : (
              <>
                {words.lead} <kbd>{texts.app.paletteKeys}</kbd>.
              </>
            )}
          </p>
        </div>
        <Loaded lines={5} query={query}>
          {(facts) => <StartList facts={facts} steps={startSteps(facts, slug)} />}
        </Loaded>
      </div>
    </>
  );
}
