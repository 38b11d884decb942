import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { SelectField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { migrateTexts } from "../texts/migrate-texts.ts";
import { ImportPreview } from "./import-preview.tsx";

const { migrate: words } = migrateTexts;

/**
 * The page of links from `flipper cloud migrate`. The code follows the #, which browsers never send.
 */
export function MigratePage(): ReactElement {
  const [code] = useState(() => window.location.hash.slice(1));
  const isOwner = useMay("owner");
  return (
    <>
      <PageHead label={words.title} title={words.title} />
      <div className="page-body">
        {isOwner && code !== "" ? (
          <WaitingExport code={code} />
        ) : (
          <EmptyState icon="info" title={isOwner ? words.linkMissing : words.ownersOnly} />
        )}
      </div>
    </>
  );
}

function WaitingExport({ code }: { readonly code: string }): ReactElement {
  const check = useAnswer("POST /migration/check", { body: { code } });
  const [, navigate] = useLocation();
  const remove = useChange("DELETE /migration", {
    onDone: () => {
      showDone(words.removed);
      navigate("/", { replace: true });
    },
  });
  return (
    <Loaded query={check}>
      {({ appName, sender, featureCount, receivedAt }) => (
        <Card
          aside={
            <Button
              isBusy={remove.isPending}
              look="danger"
              onClick={() => remove.mutate({ body: { code } })}
            >
              {words.remove}
            </Button>
          }
          title={appName === null ? words.fromUnknown : fill(words.fromApp, { app: appName })}
        >
          <div className="stack">
            <p>
              {plural(words.features, featureCount)}, {fill(words.sender, { sender })} ·{" "}
              <RelativeTime at={receivedAt} />
            </p>
            <p>{words.caution}</p>
            <TakeOver code={code} />
          </div>
        </Card>
      )}
    </Loaded>
  );
}

/** The changes in an environment, which the person chooses. */
function TakeOver({ code }: { readonly code: string }): ReactElement {
  const { environment: shown, environments } = useEnvironments();
  const [id, setId] = useState(shown.id);
  const environment = environments.find((each) => each.id === id) ?? shown;
  const params = { environment: environment.id };
  const route = "POST /environments/:environment/migration";
  const preview = useAnswer(`${route}/preview`, { params, body: { code } });
  const [, navigate] = useLocation();
  const takeOver = useChange(route, {
    onDone: () => {
      showDone(words.done);
      navigate(`/?env=${environment.slug}`, { replace: true });
    },
  });
  const choices = environments.map((each) => ({ value: String(each.id), label: each.name }));
  return (
    <>
      <SelectField
        choices={choices}
        label={words.environment}
        onChoose={(chosen) => setId(Number(chosen))}
        value={String(environment.id)}
      />
      <Loaded query={preview}>
        {(result) => (
          <ImportPreview
            environment={environment.id}
            isBusy={takeOver.isPending}
            onCancel={() => navigate("/")}
            onImport={({ typed, confirm }) =>
              takeOver.mutate({
                params,
                body: { code, ...(typed === "" ? {} : { typed }) },
                confirm,
              })
            }
            result={result}
            typedName={environment.state === "production" ? environment.name : null}
          />
        )}
      </Loaded>
    </>
  );
}
