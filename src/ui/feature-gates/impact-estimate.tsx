import type { CSSProperties, ReactElement } from "react";
import type { AnswerOf } from "../api/call.ts";
import { shareOf } from "../gates/percentage.ts";
import { fill, formatNumber, formatPercent, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";

const { affected: words } = texts.drafts;
const hundred = 100;

type Impact = AnswerOf<"POST /environments/:environment/impact">["features"][number];
type Share = Impact["gained"];

/** What changes do to the checks of one feature. */
export function ImpactEstimate({
  impact,
  sampleSize,
  hasKey,
}: {
  readonly impact: Impact;
  readonly sampleSize: number | null;
  /** Whether the key is shown: there are several features. */
  readonly hasKey: boolean;
}): ReactElement {
  const { checks, before, after, gained, lost, mirroringCount } = impact;
  const isKnown = [before, gained, lost].every(({ share }) => share !== null);
  const isSampled = [before, after].some(
    ({ interval }) => interval !== null && interval.low < interval.high,
  );
  return (
    <>
      {hasKey && <b className="clamp">{impact.key}</b>}
      {isKnown ? (
        <Shares impact={impact} />
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
        isKnown && <p>{daily(checks, gained.share ?? 0, lost.share ?? 0)}</p>
      )}
      {isSampled && sampleSize !== null && (
        <p className="hint">{plural(words.sampled, sampleSize)}</p>
      )}
      {mirroringCount > 0 && <p className="hint">{plural(words.mirrors, mirroringCount)}</p>}
    </>
  );
}

function daily(checks: number, gained: number, lost: number): string {
  const count = (share: number) => formatNumber(shareOf(checks, share * hundred));
  if (gained === 0 && lost === 0) {
    return words.same;
  }
  return gained > 0 && lost > 0
    ? fill(words.both, { gained: count(gained), lost: count(lost) })
    : gained > 0
      ? fill(words.gain, { count: count(gained) })
      : fill(words.lose, { count: count(lost) });
}

/** A bar with the shares of actors whose answer stays enabled, becomes enabled and becomes disabled. */
function Shares({ impact: { before, gained, lost } }: { readonly impact: Impact }): ReactElement {
  const [from, more, less] = [before.share ?? 0, gained.share ?? 0, lost.share ?? 0];
  const width = (share: number): CSSProperties => ({ width: `${share * hundred}%` });
  return (
    <>
      <div aria-hidden="true" className="share-bar">
        <i data-part="kept" style={width(from - less)} />
        {more > 0 && <i data-part="gained" style={width(more)} />}
        {less > 0 && <i data-part="lost" style={width(less)} />}
      </div>
      <ul className="share-legend">
        <li data-part="kept">{fill(words.now, { share: percentOf(before) })}</li>
        {more > 0 && <li data-part="gained">{fill(words.gained, { share: percentOf(gained) })}</li>}
        {less > 0 && <li data-part="lost">{fill(words.lost, { share: percentOf(lost) })}</li>}
        <li>{fill(words.without, { share: formatPercent(Math.max(0, 1 - from - more)) })}</li>
      </ul>
    </>
  );
}

/** Such as "25% ± 3%". */
function percentOf({ share, interval }: Share): string {
  const percent = formatPercent(share ?? 0);
  const error =
    share === null || interval === null ? 0 : Math.max(interval.high - share, share - interval.low);
  return error === 0
    ? percent
    : fill(words.within, { share: percent, error: formatPercent(error) });
}
