import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { type AnswerOf, type CallError, urlOf } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showDone } from "../api/toast-manager.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay, useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { ImportPreview } from "./import-preview.tsx";
import { sendImport } from "./send-import.ts";
import { WaitingMigrations } from "./waiting-migrations.tsx";

const { transfer: words } = texts.settings;

type Result = AnswerOf<"POST /environments/:environment/import">;

interface Sending {
  readonly file: File;
  readonly isPreview: boolean;
  readonly typed: string;
}

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

function ImportFile(): ReactElement {
  const { id, state, name } = useEnvironment();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const send = useMutation<Result, CallError, Sending>({
    mutationFn: ({ file: chosen, isPreview, typed }) =>
      sendImport(id, chosen, { isPreview, typed }),
    onSuccess: async (_, { isPreview }) => {
      if (!isPreview) {
        setFile(undefined);
        send.reset();
        showDone(words.done);
        await refresh();
      }
    },
  });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    send.reset();
    if (chosen !== undefined) {
      send.mutate({ file: chosen, isPreview: true, typed: "" });
    }
  };
  return (
    <div className="stack">
      <p>{state === "production" ? words.importProduction : words.importOther}</p>
      <div>
        <input
          accept="application/json,.json"
          aria-label={words.chooseFile}
          className="visually-hidden"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = "";
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button icon="upload" isBusy={send.isPending} onClick={() => input.current?.click()}>
          {words.chooseFile}
        </Button>
        {file !== undefined && <span className="aside-button mono">{file.name}</span>}
      </div>
      {send.error !== null && (
        <p className="field-error" role="alert">
          {send.error.message}
        </p>
      )}
      {file !== undefined && send.data !== undefined && (
        <ImportPreview
          isBusy={send.isPending}
          onCancel={() => choose(undefined)}
          onImport={(typed) => send.mutate({ file, isPreview: false, typed })}
          result={send.data}
          typedName={state === "production" ? name : null}
        />
      )}
    </div>
  );
}
