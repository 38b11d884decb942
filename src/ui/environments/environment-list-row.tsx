import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { Menu } from "../parts/menu.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useProduction } from "../paths/environment.ts";
import { comparePath, deletePath, environmentDetails, pathIn } from "../paths/environment-path.ts";
import { useRoleCheck } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { EnvironmentName, kindLabel } from "./environment-name.tsx";

const { environments: words } = texts;

export function EnvironmentListRow({
  environment,
}: {
  readonly environment: EnvironmentRow;
}): ReactElement {
  const { state, overrideCount, activeTokenCount, createdAt, name } = environment;
  const isProduction = state === "production";
  return (
    <tr>
      <td className="stacked-title">
        <Link className="strong-link" href={pathIn(environment, environmentDetails)}>
          <EnvironmentName environment={environment} />
        </Link>
        <small className="under-name">{kindLabel(environment)}</small>
      </td>
      <td className="to-right num" data-label={words.columns.overridden}>
        {isProduction ? <span className="faint">{words.notApplicable}</span> : null}
        {isProduction ? null : overrideCount === 0 ? (
          <span className="faint">{words.mirrorsAll}</span>
        ) : (
          formatNumber(overrideCount)
        )}
      </td>
      <td className="to-right num" data-label={words.columns.tokens}>
        {formatNumber(activeTokenCount)}
      </td>
      <td data-label={words.columns.created}>
        <RelativeTime at={createdAt} />
      </td>
      <td className="to-right stacked-menu">
        <RowMenu environment={environment} label={fill(words.actionsOf, { name })} />
      </td>
    </tr>
  );
}

function RowMenu({
  environment,
  label,
}: {
  readonly environment: EnvironmentRow;
  readonly label: string;
}): ReactElement {
  const production = useProduction();
  const isAdmin = useRoleCheck()("admin", environment.id);
  const [, navigate] = useLocation();
  const isProduction = environment.state === "production";
  return (
    <Menu
      actions={[
        {
          label: words.showFeatures,
          icon: "features",
          onChoose: () => navigate(pathIn(environment, "/")),
        },
        {
          label: words.showDetails,
          icon: "key",
          onChoose: () => navigate(pathIn(environment, environmentDetails)),
        },
        ...(isProduction
          ? []
          : [
              {
                label: words.compareWithProduction,
                icon: "compare" as const,
                onChoose: () => navigate(comparePath(production, environment)),
              },
            ]),
        ...(isAdmin && environment.state === "other"
          ? [
              {
                label: texts.common.delete,
                icon: "trash" as const,
                isDanger: true,
                onChoose: () => navigate(deletePath(environment)),
              },
            ]
          : []),
      ]}
      label={label}
    />
  );
}
