import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import type { AnswerOf, CallError } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showDone } from "../api/toast-manager.ts";
import { Button } from "../parts/button.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { actionWords, ImportPreview } from "./import-preview.tsx";
import { type ImportMode, sendImport } from "./send-import.ts";

const { transfer: words } = settingsTexts.settings;
const modes: readonly ImportMode[] = ["replace", "merge"];

type Result = AnswerOf<"POST /environments/:environment/import">;
type Previews = Readonly<Record<ImportMode, Result>>;

interface Sending {
  readonly file: File;
  readonly mode: ImportMode;
  readonly typed: string;
  readonly confirm: string | undefined;
  readonly reason: string;
}

/** A file, what it would change in both ways, and its import. */
export function ImportFile(): ReactElement {
  const { id, state, name } = useEnvironment();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<ImportMode>("replace");
  const preview = useMutation<Previews, CallError, File>({
    mutationFn: async (chosen) => {
      const of = (each: ImportMode) =>
        sendImport(id, chosen, { isPreview: true, mode: each, typed: "", reason: "" });
      // One after the other: the server reads one import at a time.
      const replace = await of("replace");
      return { replace, merge: await of("merge") };
    },
  });
  const send = useMutation<Result, CallError, Sending>({
    mutationFn: ({ file: chosen, mode: how, ...sent }) =>
      sendImport(id, chosen, { isPreview: false, mode: how, ...sent }),
    onSuccess: async () => {
      choose(undefined);
      showDone(words.done);
      await refresh();
    },
    onError: (_, { file: chosen }) => preview.mutate(chosen),
  });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    send.reset();
    preview.reset();
    if (chosen !== undefined) {
      preview.mutate(chosen);
    }
  };
  const error = send.error ?? preview.error;
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
        <Button icon="upload" isBusy={preview.isPending} onClick={() => input.current?.click()}>
          {words.chooseFile}
        </Button>
        {file !== undefined && <span className="aside-button mono">{file.name}</span>}
      </div>
      {error !== null && (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      )}
      {file !== undefined && preview.data !== undefined && (
        <>
          <ModeChoice mode={mode} onChoose={setMode} previews={preview.data} />
          <ImportPreview
            environment={id}
            isBusy={send.isPending}
            key={mode}
            onCancel={() => choose(undefined)}
            onImport={(sent) => send.mutate({ file, mode, ...sent })}
            result={preview.data[mode]}
            typedName={state === "production" ? name : null}
          />
        </>
      )}
    </div>
  );
}

function ModeChoice({
  mode,
  previews,
  onChoose,
}: {
  readonly mode: ImportMode;
  readonly previews: Previews;
  readonly onChoose: (mode: ImportMode) => void;
}): ReactElement {
  return (
    <fieldset className="choices">
      <legend>{words.modeLabel}</legend>
      {modes.map((each) => (
        <label className="choice" key={each}>
          <input
            checked={mode === each}
            name="mode"
            onChange={() => onChoose(each)}
            type="radio"
            value={each}
          />
          <span>
            {words.modes[each]}: <span className="num">{numbersOf(previews[each])}</span>
            <small>{words.modeHints[each]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function numbersOf(result: Result): string {
  const { created, changed, cleared, removed } = result;
  const changes = created + changed + cleared + removed;
  return changes === 0 ? words.modeNothing : actionWords(result, changes);
}
