import type { ReactElement } from "react";
import { Link } from "wouter";
import type { FeatureAnswer, GatesSummary } from "../../api/admin/contract/feature-models.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { useEnvironment, usePagePath, useProduction } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { contrastGates } from "./gate-contrast.ts";

const { override: words, gateNames } = texts.feature;

/** Outside Production: whether the environment overrides the gates, and how they differ. */
export function OverrideBar({ feature }: { readonly feature: FeatureAnswer }): ReactElement | null {
  const environment = useEnvironment();
  const production = useProduction();
  const mayChange = useMay("member");
  const pagePath = usePagePath();
  const mirror = useChange("DELETE /environments/:environment/features/:key/override", {
    onDone: ({ audit }) =>
      showUndoableStep(fill(words.mirrored, { key: feature.key }), {
        environment: environment.id,
        audit,
        isWhole: true,
      }),
  });
  if (environment.state === "production") {
    return null;
  }
  if (!feature.isOverridden) {
    return (
      <section className="override">
        <p>
          <b>{words.follows}</b> <span className="faint">{words.followsHint}</span>
        </p>
      </section>
    );
  }
  return (
    <section className="override override-own">
      <div className="override-head">
        <span aria-hidden="true" className="override-mark" />
        <p>
          <b>{words.title}</b>
        </p>
        <Link href={pagePath("/compare", { a: String(production.id), b: String(environment.id) })}>
          {words.compare}
        </Link>
        {mayChange && (
          <Button
            icon="undo"
            isBusy={mirror.isPending}
            onClick={() =>
              mirror.mutate({ params: { environment: environment.id, key: feature.key } })
            }
          >
            {words.mirror}
          </Button>
        )}
      </div>
      {feature.production !== null && (
        <Contrast here={feature.gates} name={environment.name} production={feature.production} />
      )}
    </section>
  );
}

function Contrast({
  here,
  production,
  name,
}: {
  readonly here: GatesSummary;
  readonly production: GatesSummary;
  readonly name: string;
}): ReactElement {
  const rows = contrastGates(production, here);
  if (rows.length === 0) {
    return <p className="faint override-same">{words.same}</p>;
  }
  return (
    <table aria-label={words.differs} className="contrast">
      <thead>
        <tr>
          <th scope="col">{words.gate}</th>
          <th scope="col">{words.production}</th>
          <th scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ gate, left, right }) => (
          <tr key={gate}>
            <th scope="row">{gateNames[gate]}</th>
            <td>{left}</td>
            <td>{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
