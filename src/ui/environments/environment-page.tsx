import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { useEnvironment, usePagePath, useProduction } from "../paths/environment.ts";
import { comparePath, deletePath, pathIn } from "../paths/environment-path.ts";
import { PolicyCard } from "../policies/policy-card.tsx";
import { useMay } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { TokensCard } from "../tokens/tokens-card.tsx";
import { EnvironmentChoice } from "./environment-choice.tsx";
import { kindLabel } from "./environment-name.tsx";
import { OverriddenCard } from "./overridden-card.tsx";

const { environments: words } = texts;

/** The chosen environment with its overrides and tokens. */
export function EnvironmentPage(): ReactElement {
  const environment = useEnvironment();
  const production = useProduction();
  const pagePath = usePagePath();
  const isAdmin = useMay("admin");
  const [, navigate] = useLocation();
  const isProduction = environment.state === "production";
  return (
    <>
      <PageHead
        aside={!isProduction && <span className="tag">{kindLabel(environment)}</span>}
        label={environment.name}
        title={
          <span className="crumbs">
            <Link href={pagePath("/environments")}>{words.title}</Link>
            <Icon name="right" />
            <EnvironmentChoice />
          </span>
        }
      >
        <Link className="button button-normal" href={pathIn(environment, "/")}>
          <Icon name="features" />
          {words.showFeatures}
        </Link>
        {!isProduction && (
          <Link className="button button-normal" href={comparePath(production, environment)}>
            <Icon name="compare" />
            {words.compareWithProduction}
          </Link>
        )}
        {isAdmin && environment.state === "other" && (
          <Button icon="trash" look="danger" onClick={() => navigate(deletePath(environment))}>
            {texts.common.delete}
          </Button>
        )}
      </PageHead>
      <div className="page-body">
        {isProduction ? (
          <Card title={words.mirroredTitle}>
            <p className="page-lead">{words.mirroredText}</p>
          </Card>
        ) : (
          <OverriddenCard environment={environment} production={production} />
        )}
        <PolicyCard environment={environment} key={`policy ${environment.id}`} />
        <TokensCard environment={environment} key={environment.id} />
      </div>
    </>
  );
}
