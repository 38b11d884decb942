import type { ReactElement } from "react";
import { urlOf } from "../api/call.ts";
import { Card } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay, useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { ImportFile } from "./import-file.tsx";
import { WaitingMigrations } from "./waiting-migrations.tsx";

const { transfer: words } = settingsTexts.settings;

/** Exports the gates of an environment, and imports others after a preview. */
export function TransferSection(): ReactElement {
  const { id, name } = useEnvironment();
  const isAdmin = useMay("admin");
  const isOwner = useMay("owner");
  const { mode } = useSession();
  const exported = urlOf("GET /environments/:environment/export", {
    params: { environment: id },
  });
  return (
    <>
      <Card title={words.exportTitle}>
        <p className="spaced">{fill(words.exportText, { environment: name })}</p>
        <a className="button button-normal" download={true} href={exported}>
          {words.download}
        </a>
      </Card>
      {isAdmin && (
        <Card title={fill(words.importTitle, { environment: name })}>
          <ImportFile />
        </Card>
      )}
      {isOwner && mode === "hosted" && <WaitingMigrations />}
    </>
  );
}
