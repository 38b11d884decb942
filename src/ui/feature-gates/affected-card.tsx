import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactElement, useId } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { writesOf } from "../drafts/feature-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { shareOf } from "../gates/percentage.ts";
import { useEnvironment } from "../paths/environment.ts";
import { fill, formatNumber, formatPercent, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";

const { affected: words } = texts.drafts;
const route = "POST /environments/:environment/features/:key/changes/impact";
const hundred = 100;

type Impact = AnswerOf<typeof route>;

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
      changes={writesOf(draft)}
      environment={id}
      featureKey={key}
      tag={gateTags.boolean}
    />
  );
}

/** As `AffectedCard`; another `tag` asks again. */
export function AffectedByChanges({
  environment: id,
  featureKey: key,
  changes,
  tag,
}: {
  readonly environment: number;
  readonly featureKey: string;
  readonly changes: ReturnType<typeof writesOf>;
  readonly tag: string;
}): ReactElement {
  const title = useId();
  const { data, error } = useQuery<Impact, CallError>({
    queryKey: [route, id, key, changes, tag],
    queryFn: ({ signal }) =>
      call(route, { params: { environment: id, key }, body: { changes } }, signal),
    retry: false,
  });
  return (
    <section aria-labelledby={title} className="card">
      <header className="card-head">
        <h3 className="card-title" id={title}>
          {words.title}
        </h3>
        {data !== undefined && data.checks !== null && (
          <span className="hint">{plural(words.checks, data.checks)}</span>
        )}
      </header>
      <div className="card-body affected">
        {error !== null && <p className="faint">{words.unknown}</p>}
        {data !== undefined && <Estimate impact={data} />}
      </div>
    </section>
  );
}

function Estimate({ impact }: { readonly impact: Impact }): ReactElement {
  const { checks, before, after, mirroringCount } = impact;
  const from = before.share;
  const to = after.share;
  return (
    <>
      {from !== null && to !== null ? (
        <Shares from={from} to={to} />
      ) : (
        <p className="faint">
          {fill(words.depends, {
            gates: [...new Set([...before.unknownBecause, ...after.unknownBecause])]
              .map((gate) => gatesTexts.gates.names[gate])
              .join(", "),
          })}
        </p>
      )}
      {checks === null ? (
        <p className="faint">{words.noChecks}</p>
      ) : (
        from !== null && to !== null && <p>{daily(checks, from, to)}</p>
      )}
      {mirroringCount > 0 && <p className="hint">{plural(words.mirrors, mirroringCount)}</p>}
    </>
  );
}

function daily(checks: number, from: number, to: number): string {
  const count = formatNumber(shareOf(checks, Math.abs(to - from) * hundred));
  if (from === to) {
    return words.same;
  }
  return fill(to > from ? words.gain : words.lose, { count });
}

/** A bar with the shares of actors whose answer stays enabled, becomes enabled and becomes disabled. */
function Shares({ from, to }: { readonly from: number; readonly to: number }): ReactElement {
  const kept = Math.min(from, to);
  const width = (share: number): CSSProperties => ({ width: `${share * hundred}%` });
  return (
    <>
      <div aria-hidden="true" className="share-bar">
        <i data-part="kept" style={width(kept)} />
        <i data-part={to > from ? "gained" : "lost"} style={width(Math.abs(to - from))} />
      </div>
      <ul className="share-legend">
        <li data-part="kept">{fill(words.now, { share: formatPercent(from) })}</li>
        {to > from && (
          <li data-part="gained">{fill(words.gained, { share: formatPercent(to - from) })}</li>
        )}
        {to < from && (
          <li data-part="lost">{fill(words.lost, { share: formatPercent(from - to) })}</li>
        )}
        <li>{fill(words.without, { share: formatPercent(1 - Math.max(from, to)) })}</li>
      </ul>
    </>
  );
}
