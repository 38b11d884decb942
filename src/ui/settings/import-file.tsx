import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import type { AnswerOf, CallError } from "../api/call.ts";
import { refresh } from "../api/refresh.ts";
import { showDone } from "../api/toast-manager.ts";
import { Button } from "../parts/button.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { actionWords, ImportPreview } from "./import-preview.tsx";
import { KeptFeatures } from "./kept-features.tsx";
import { PeerFactsForm } from "./peer-facts-form.tsx";
import { type ImportWay, type PeerFacts, sendImport } from "./send-import.ts";

const { transfer: words } = settingsTexts.settings;
const route = "POST /environments/:environment/import";
const noFacts: PeerFacts = { environment: "", actorId: "" };

type Result = AnswerOf<typeof route>;
type Report = NonNullable<Result["peer"]>;
/** The two ways to import a file. */
type Previews = readonly (readonly [way: ImportWay, result: Result])[];

interface Sending {
  readonly file: File;
  readonly way: ImportWay;
  readonly typed: string;
  readonly confirm: string | undefined;
  readonly reason: string;
}

/** A file, what it would change in both ways, and its import. */
export function ImportFile(): ReactElement {
  const { id, state, name } = useEnvironment();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [facts, setFacts] = useState(noFacts);
  const [chosenWay, setWay] = useState<ImportWay>();
  const preview = useMutation<Previews, CallError, File>({
    mutationFn: async (chosen) => {
      const of = (way: ImportWay) =>
        sendImport(id, chosen, { isPreview: true, way, facts, typed: "", reason: "" });
      // One after the other: the server reads one import at a time.
      const first = await of("replace");
      return isOfPeer(first)
        ? [
            ["keep", first],
            ["overwrite", await of("overwrite")],
          ]
        : [
            ["replace", first],
            ["merge", await of("merge")],
          ];
    },
  });
  const send = useMutation<Result, CallError, Sending>({
    mutationFn: ({ file: chosen, ...sent }) =>
      sendImport(id, chosen, { isPreview: false, facts, ...sent }),
    onSuccess: async () => {
      choose(undefined);
      showDone(words.done);
      await refresh();
    },
    onError: (_, { file: chosen }) => preview.mutate(chosen),
  });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setWay(undefined);
    send.reset();
    preview.reset();
    if (chosen !== undefined) {
      preview.mutate(chosen);
    }
  };
  // A preview only holds for the facts that it was made with.
  const type = (typed: PeerFacts) => {
    setFacts(typed);
    preview.reset();
  };
  const error = send.error ?? preview.error;
  const [first] = preview.data ?? [];
  const shown = preview.data?.find(([way]) => way === chosenWay) ?? first;
  return (
    <div className="stack">
      <p>{state === "production" ? words.importProduction : words.importOther}</p>
      <p>{words.otherFormats}</p>
      <div>
        <input
          accept="application/json,.json,.yaml,.yml"
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
      {file !== undefined && !preview.isPending && (first === undefined || isOfPeer(first[1])) && (
        <PeerFactsForm facts={facts} onPreview={() => choose(file)} onType={type} />
      )}
      {file !== undefined && preview.data !== undefined && shown !== undefined && (
        <>
          {hasReport(shown[1]) && <KeptFeatures report={shown[1].peer} />}
          <WayChoice chosen={shown[0]} onChoose={setWay} previews={preview.data} />
          <ImportPreview
            environment={id}
            isBusy={send.isPending}
            key={shown[0]}
            onCancel={() => choose(undefined)}
            onImport={(sent) => send.mutate({ file, way: shown[0], ...sent })}
            result={shown[1]}
            typedName={state === "production" ? name : null}
          />
        </>
      )}
    </div>
  );
}

/** Whether another system than Flipper wrote the file. */
function isOfPeer(result: Result | undefined): boolean {
  return result?.peer !== undefined && result.peer.system !== "Flipper";
}

/** Whether a report says more than that all features of Flipper are imported as they are. */
function hasReport(result: Result): result is Result & { readonly peer: Report } {
  const { peer } = result;
  return (
    peer !== undefined &&
    (isOfPeer(result) || peer.narrower + peer.dropped > 0 || peer.written !== peer.exact)
  );
}

function WayChoice({
  chosen,
  previews,
  onChoose,
}: {
  readonly chosen: ImportWay;
  readonly previews: Previews;
  readonly onChoose: (way: ImportWay) => void;
}): ReactElement {
  const isPeers = previews.some(([, result]) => isOfPeer(result));
  return (
    <fieldset className="choices">
      <legend>{isPeers ? words.existingLabel : words.modeLabel}</legend>
      {previews.map(([way, result]) => (
        <label className="choice" key={way}>
          <input
            checked={chosen === way}
            name="mode"
            onChange={() => onChoose(way)}
            type="radio"
            value={way}
          />
          <span>
            {words.modes[way]}: <span className="num">{numbersOf(result)}</span>
            <small>{words.modeHints[way]}</small>
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
