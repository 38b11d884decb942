import type { ReactElement } from "react";
import type { PeerReport } from "../../api/admin/contract/transfer-models.ts";
import { plural } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { peer: words } = settingsTexts.settings.transfer;
const classes = ["exact", "share", "narrower", "dropped"] as const;
const shownMax = 200;

/** How much of each feature of another system an import keeps. */
export function KeptFeatures({ report }: { readonly report: PeerReport }): ReactElement {
  const { system, format, notes, features } = report;
  const total = classes.reduce((sum, kind) => sum + report[kind], 0);
  return (
    <section aria-label={words.title} className="stack">
      <p>
        {system}, {format}
      </p>
      <ul className="totals">
        {classes.map((kind) => (
          <li key={kind}>
            <b className="num">{report[kind]}</b>
            {words.classes[kind]}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.class}</th>
            <th scope="col">{words.reasons}</th>
          </tr>
        </thead>
        <tbody>
          {features.slice(0, shownMax).map((feature) => (
            <tr key={feature.peerKey}>
              <td className="mono">{feature.key}</td>
              <td>{words.classes[feature.class]}</td>
              <td>{reasonsOf(feature)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > shownMax && <p>{plural(words.more, total - shownMax)}</p>}
    </section>
  );
}

function reasonsOf({ reasons, notes, outcome }: PeerReport["features"][number]): string {
  const { [outcome]: what } = words.outcomes;
  return [...(what === "" ? [] : [what]), ...reasons, ...notes].join("; ");
}
