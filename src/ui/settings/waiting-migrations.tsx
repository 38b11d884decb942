import type { ReactElement } from "react";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { fill, plural } from "../texts/fill.ts";
import { migrateTexts } from "../texts/migrate-texts.ts";

const { migrate: words } = migrateTexts;

/**
 * Exports that `flipper cloud migrate` sent and nobody has accepted. An owner can only delete them
 * here: accepting needs the link, which only the sender has.
 */
export function WaitingMigrations(): ReactElement | null {
  const query = useAnswer("GET /migrations", {});
  const remove = useChange("DELETE /migrations/:migration", {
    onDone: () => showDone(words.removed),
  });
  const migrations = query.data?.migrations ?? [];
  if (migrations.length === 0) {
    return null;
  }
  return (
    <Card isFlush={true} title={words.waiting}>
      <p className="card-note">{words.waitingText}</p>
      <ul aria-label={words.waiting} className="rows">
        {migrations.map(({ id, appName, sender, featureCount, receivedAt, expiresAt }) => (
          <li className="row" key={id}>
            <div className="row-main">
              <b>{appName === null ? words.fromUnknown : fill(words.fromApp, { app: appName })}</b>
              <small>
                {plural(words.features, featureCount)}, {fill(words.sender, { sender })} ·{" "}
                <RelativeTime at={receivedAt} /> · {words.expires} <RelativeTime at={expiresAt} />
              </small>
            </div>
            <Button onClick={() => remove.mutate({ params: { migration: id } })}>
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
