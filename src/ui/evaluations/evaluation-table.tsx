import { type ReactElement, useState } from "react";
import { formatNumber, formatRate } from "../fill.ts";
import { exactTime } from "../parts/relative-time.tsx";
import { texts } from "../texts.ts";
import { type EvaluationPoint, rateOf } from "./evaluation-points.ts";

const words = texts.evaluations;

/** The numbers of the chart, for those who do not see it, and for copying. */
export function EvaluationTable({
  points,
}: {
  readonly points: readonly EvaluationPoint[];
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.table}</summary>
      {isOpen && (
        <section aria-label={words.chart} className="chart-rows" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                <th className="to-right" scope="col">
                  {words.total}
                </th>
                <th className="to-right" scope="col">
                  {words.enabledCount}
                </th>
                <th className="to-right" scope="col">
                  {words.disabledCount}
                </th>
                <th className="to-right" scope="col">
                  {words.rate}
                </th>
              </tr>
            </thead>
            <tbody className="num">
              {points.map((point) => (
                <Row key={point.at} point={point} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

function Row({ point }: { readonly point: EvaluationPoint }): ReactElement {
  const rate = rateOf(point);
  return (
    <tr>
      <th scope="row">{exactTime(point.at)}</th>
      <td className="to-right">{formatNumber(point.total)}</td>
      <td className="to-right">{formatNumber(point.enabled)}</td>
      <td className="to-right">{formatNumber(point.total - point.enabled)}</td>
      <td className="to-right">{rate === null ? words.noRate : formatRate(rate)}</td>
    </tr>
  );
}
