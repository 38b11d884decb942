import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { EnvironmentDot } from "./environment-dot.tsx";

/** Chooses the environment of all pages; the page stays. */
export function EnvironmentSwitcher(): ReactElement {
  const { environment, environments } = useEnvironments();
  const [, setQuery] = useQueryState();
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger
        aria-label={fill(texts.environments.switcher, { name: environment.name })}
        className="switcher"
      >
        <EnvironmentDot environment={environment} />
        <b>{environment.name}</b>
        <Icon name="down" />
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="start" className="menu-place" sideOffset={6}>
          <BaseMenu.Popup className="menu menu-tall">
            <BaseMenu.RadioGroup
              onValueChange={(slug: string) => {
                const chosen = environments.find((each) => each.slug === slug);
                setQuery({ env: chosen?.state === "production" ? null : slug });
              }}
              value={environment.slug}
            >
              {environments.map((each) => (
                <BaseMenu.RadioItem
                  className="menu-item"
                  closeOnClick={true}
                  key={each.id}
                  value={each.slug}
                >
                  <EnvironmentDot environment={each} />
                  <span className="menu-text">{each.name}</span>
                  {each.overrideCount > 0 && each.state !== "production" && (
                    <span className="count">{each.overrideCount}</span>
                  )}
                </BaseMenu.RadioItem>
              ))}
            </BaseMenu.RadioGroup>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
