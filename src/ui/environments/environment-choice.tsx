import type { ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import { MenuButton } from "../parts/menu.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { EnvironmentDot } from "./environment-dot.tsx";

/** Chooses the environment, as a part of a sentence such as "Features in Production". */
export function EnvironmentChoice(): ReactElement {
  const { environment, environments } = useEnvironments();
  const [, setQuery] = useQueryState();
  return (
    <MenuButton
      align="start"
      className="button button-normal environment-choice"
      label={fill(texts.environments.switcher, { name: environment.name })}
      list={() => ({
        kind: "radios",
        value: environment.slug,
        items: environments.map((each) => ({
          value: each.slug,
          label: each.name,
          before: <EnvironmentDot environment={each} />,
          after: each.overrideCount > 0 && each.state !== "production" && (
            <span className="count">{each.overrideCount}</span>
          ),
        })),
        onChoose: (slug) => {
          const chosen = environments.find((each) => each.slug === slug);
          setQuery({ env: chosen?.state === "production" ? null : slug });
        },
      })}
    >
      <EnvironmentDot environment={environment} />
      <span>{environment.name}</span>
      <Icon name="down" />
    </MenuButton>
  );
}
