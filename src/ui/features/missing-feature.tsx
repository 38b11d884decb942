import type { ReactElement } from "react";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { PageHead } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay, useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { FeatureCrumb } from "./feature-crumb.tsx";
import { FeatureHistory } from "./feature-history.tsx";

const { feature: words } = texts;

/** A key without a feature: how to create it, and the history that can restore a deleted one. */
export function MissingFeature({ featureKey }: { readonly featureKey: string }): ReactElement {
  const { id } = useEnvironment();
  const { apiPath, mode } = useSession();
  const mayCreate = useMay("member");
  const create = useChange("POST /environments/:environment/features");
  const token = mode === "hosted" ? " -H 'Flipper-Cloud-Token: TOKEN'" : "";
  const name = `name=${featureKey}`.replaceAll("'", `'\\''`);
  return (
    <>
      <PageHead before={<FeatureCrumb />} label={featureKey} title={featureKey} />
      <div className="page-body">
        <EmptyState
          command={`curl${token} --data-urlencode '${name}' ${window.location.origin}${apiPath}/features`}
          icon="info"
          title={fill(words.missingTitle, { key: featureKey })}
        >
          {mayCreate && (
            <p className="missing-create">
              <Button
                isBusy={create.isPending}
                onClick={() =>
                  create.mutate({ params: { environment: id }, body: { key: featureKey } })
                }
              >
                {words.missingCreate}
              </Button>
            </p>
          )}
          <p>{words.missingText}</p>
        </EmptyState>
        <FeatureHistory featureKey={featureKey} />
      </div>
    </>
  );
}
