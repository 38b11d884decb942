import type { ReactElement } from "react";
import { call, urlOf } from "../api/call.ts";
import { ask } from "../api/questions.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { bytesText } from "./limit-text.ts";

const { backups: words } = settingsTexts.settings;

/** Backups of the whole data directory: create one, download one, see when the next is due. */
export function BackupsSection(): ReactElement {
  const query = useAnswer("GET /backups", {}, { isUnderWay: ({ isRunning }) => isRunning });
  const make = useChange("POST /backups");
  return (
    <Loaded name={words.title} query={query}>
      {({ schedule, backups, isRunning }) => (
        <Card
          aside={
            // Without a directory the server cannot store backups.
            schedule !== null && (
              <Button
                isBusy={make.isPending || isRunning}
                look="main"
                onClick={() => make.mutate({ body: {} })}
              >
                {isRunning ? words.running : words.make}
              </Button>
            )
          }
          isFlush={true}
          title={words.title}
        >
          <p className="card-note">
            {schedule === null
              ? words.noSchedule
              : fill(words.schedule, {
                  hours: schedule.everyHours,
                  keep: schedule.keep,
                  directory: schedule.directory,
                })}
          </p>
          {backups.length === 0 ? (
            <EmptyState
              command="gatehouse backup gatehouse.tar.gz"
              icon="download"
              title={words.emptyTitle}
            >
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className="rows">
              {backups.map(({ file, bytes, createdAt }) => (
                <li className="row" key={file}>
                  <div className="row-main">
                    <b className="mono">{file}</b>
                    <small>
                      {bytesText(bytes)} · <RelativeTime at={createdAt} />
                    </small>
                  </div>
                  <Button onClick={() => void download(file)}>{words.download}</Button>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  );
}

/** The proof comes first: a browser saves a refusal like any other file. */
async function download(file: string): Promise<void> {
  const { isProven } = await call("GET /session", {});
  if (isProven || (await ask({ kind: "proof" })) !== null) {
    window.location.assign(urlOf("GET /backups/:file", { params: { file } }));
  }
}
