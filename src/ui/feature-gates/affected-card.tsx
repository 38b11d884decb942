import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useId } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { type AnswerOf, type CallError, call, type InputOf } from "../api/call.ts";
import { writesOf } from "../drafts/feature-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { useEnvironment } from "../paths/environment.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { ImpactEstimate } from "./impact-estimate.tsx";

const { affected: words } = texts.drafts;
const route = "POST /environments/:environment/impact";
const shownMax = 5;

type Impact = AnswerOf<typeof route>;
type AskedImpact = InputOf<typeof route>["body"];

/** Estimates how many checks the changes of a draft affect, from those of yesterday. Blocks nothing. */
export function AffectedCard({
  feature: { key, gateTags },
  draft,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const { id } = useEnvironment();
  return (
    <AffectedByChanges
      asked={{ key, changes: writesOf(draft) }}
      environment={id}
      tag={gateTags.boolean}
    />
  );
}

/** As `AffectedCard`; another `tag` asks again. */
export function AffectedByChanges({
  environment: id,
  asked,
  tag,
}: {
  readonly environment: number;
  readonly asked: AskedImpact;
  readonly tag: string;
}): ReactElement {
  const title = useId();
  const { data, error } = useQuery<Impact, CallError>({
    queryKey: [route, id, asked, tag],
    queryFn: ({ signal }) => call(route, { params: { environment: id }, body: asked }, signal),
    retry: false,
  });
  const features = data?.features ?? [];
  const [only] = features.length === 1 ? features : [];
  return (
    <section aria-labelledby={title} className="card">
      <header className="card-head">
        <h3 className="card-title" id={title}>
          {words.title}
        </h3>
        {only !== undefined && only.checks !== null && (
          <span className="hint">{plural(words.checks, only.checks)}</span>
        )}
      </header>
      <div className="card-body affected">
        {error !== null && <p className="faint">{words.unknown}</p>}
        {features.slice(0, shownMax).map((impact) => (
          <ImpactEstimate
            hasKey={only === undefined}
            impact={impact}
            key={impact.key}
            sampleSize={data?.sampleSize ?? null}
          />
        ))}
        {features.length > shownMax && (
          <p className="faint">{plural(words.more, features.length - shownMax)}</p>
        )}
      </div>
    </section>
  );
}
