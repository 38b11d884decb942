import type { ReactElement } from "react";
import { Redirect, useParams } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";

const { rollout: words } = rolloutsTexts;
const notFoundStatus = 404;

/** Leads from the id of a rollout, as refusals and webhooks have it, to the page of its feature. */
export function RolloutLinkPage(): ReactElement {
  const { id = "" } = useParams<{ readonly id?: string }>();
  const { environments } = useEnvironments();
  const query = useAnswer("GET /rollouts/:rollout", { params: { rollout: id } });
  const rollout = query.data?.rollout;
  const environment = environments.find((each) => each.id === rollout?.environmentId);
  if (rollout !== undefined && environment !== undefined) {
    return <Redirect replace={true} to={pathIn(environment, featurePath(rollout.key))} />;
  }
  const isMissing = query.error?.status === notFoundStatus || rollout !== undefined;
  return (
    <>
      <PageHead label={words.title} title={words.title} />
      {isMissing ? (
        <EmptyState icon="steps" title={words.missing} />
      ) : (
        <Loaded query={query}>{() => null}</Loaded>
      )}
    </>
  );
}
