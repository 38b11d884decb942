import type { CSSProperties, ReactElement } from "react";
import { Link, useLocation } from "wouter";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { useDraft } from "../drafts/draft-store.ts";
import { editedGates } from "../drafts/feature-draft.ts";
import { EnvironmentDot, hueOf } from "../environments/environment-dot.tsx";
import { shortSummary } from "../gates/gate-summary.ts";
import { Icon } from "../parts/icon.tsx";
import { MenuButton } from "../parts/menu.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironments } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useSession } from "../session/session.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { environmentTabs: words } = texts.feature;
const keyedTabs = 9;

/** The environments of a feature: those with own gates as tabs, all others in a menu. */
export function EnvironmentTabs({
  feature: { key, overrides },
}: {
  readonly feature: Pick<FeatureAnswer, "key" | "overrides">;
}): ReactElement {
  const { environment, environments } = useEnvironments();
  const [, navigate] = useLocation();
  const valueById = new Map(
    overrides.map(({ environment: id, gates }) => [id, shortSummary(gates)]),
  );
  const shown = environments.filter(
    ({ id, state }) => state === "production" || valueById.has(id) || id === environment.id,
  );
  const others = environments.filter((each) => !shown.includes(each));
  const pathOf = (each: EnvironmentRow) => pathIn(each, featurePath(key));
  useShortcuts(
    Object.fromEntries(
      shown
        .slice(0, keyedTabs)
        .map((each, index) => [String(index + 1), () => navigate(pathOf(each))]),
    ),
  );
  return (
    <Tabs label={words.label}>
      {shown.map((each) => (
        <Link
          aria-current={each.id === environment.id ? "page" : undefined}
          className="tab"
          href={pathOf(each)}
          key={each.id}
          style={{ "--hue": hueOf(each) } as CSSProperties}
        >
          <EnvironmentDot environment={each} />
          {each.name}
          <span className="tab-value">{valueById.get(each.id) ?? words.mirrors}</span>
          <DraftMark environment={each.id} featureKey={key} />
        </Link>
      ))}
      {others.length > 0 && (
        <MenuButton
          align="start"
          className="tab"
          list={() => ({
            kind: "actions",
            items: others.map((each) => ({
              label: each.name,
              before: <EnvironmentDot environment={each} />,
              onChoose: () => navigate(pathOf(each)),
            })),
          })}
        >
          <Icon name="plus" />
          <span className="tab-value">{plural(words.others, others.length)}</span>
        </MenuButton>
      )}
    </Tabs>
  );
}

/** How many changes of the person are not saved there. */
function DraftMark({
  environment,
  featureKey,
}: {
  readonly environment: number;
  readonly featureKey: string;
}): ReactElement | null {
  const { user } = useSession();
  const draft = useDraft({ user: user?.id ?? null, environment, key: featureKey });
  if (draft === null) {
    return null;
  }
  const count = editedGates(draft).length;
  return (
    <span className="badge badge-accent" title={plural(words.notSaved, count)}>
      {count}
    </span>
  );
}
