import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { useMayInOrganization } from "../session/session.ts";
import { formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { DeleteEnvironment } from "./delete-environment.tsx";
import { EnvironmentListRow } from "./environment-list-row.tsx";
import { NewEnvironmentModal } from "./new-environment-modal.tsx";

const { environments: words } = texts;
const searchFrom = 10;

/** All environments of the project: the purpose of each, and its differences from Production. */
export function EnvironmentListPage(): ReactElement {
  const { environments } = useEnvironments();
  const isAdmin = useMayInOrganization("admin");
  const pagePath = usePagePath();
  const [params, setQuery] = useQueryState();
  const [isCreating, setCreating] = useState(false);
  const deleted = environments.find(
    ({ slug, state }) => isAdmin && state === "other" && slug === params.get("delete"),
  );
  const text = params.get("q") ?? "";
  const shown = environments.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  return (
    <>
      <PageHead
        aside={<span className="count">{formatNumber(environments.length)}</span>}
        label={words.title}
        title={words.title}
      >
        {environments.length >= searchFrom && (
          <SearchField label={words.search} onType={(q) => setQuery({ q })} text={text} />
        )}
        {environments.length > 1 && (
          <Link className="button button-normal" href={pagePath("/compare")}>
            <Icon name="compare" />
            {words.compare}
          </Link>
        )}
        {isAdmin && (
          <Button icon="plus" look="main" onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        )}
      </PageHead>
      <div className="page-body">
        <p className="page-lead">{words.lead}</p>
        <Card isFlush={true}>
          <EnvironmentTable environments={shown} />
          {shown.length === 0 && <EmptyState icon="search" title={words.nothingMatches} />}
        </Card>
      </div>
      <NewEnvironmentModal isOpen={isCreating} onClose={() => setCreating(false)} />
      <DeleteEnvironment environment={deleted ?? null} onClose={() => setQuery({ delete: null })} />
    </>
  );
}

function EnvironmentTable({
  environments,
}: {
  readonly environments: readonly EnvironmentRow[];
}): ReactElement {
  return (
    <table className="table table-stacked">
      <thead>
        <tr>
          <th scope="col">{words.columns.name}</th>
          <th className="to-right" scope="col">
            {words.columns.overridden}
          </th>
          <th className="to-right" scope="col">
            {words.columns.tokens}
          </th>
          <th scope="col">{words.columns.created}</th>
          <th scope="col">
            <span className="visually-hidden">{words.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {environments.map((environment) => (
          <EnvironmentListRow environment={environment} key={environment.id} />
        ))}
      </tbody>
    </table>
  );
}
