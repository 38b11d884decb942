import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactElement } from "react";
import { formatPercent } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { SuggestedProperty } from "./property-suggestions.ts";
import { useRows } from "./rows-context.ts";

const words = texts.expressionBuilder;

/** The name of a property, with those that are known. */
export function PropertyField({
  name,
  label,
  isWrong,
  describedBy,
  isOpen,
  onOpen,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly isWrong: boolean;
  readonly describedBy: string | undefined;
  /** Whether the list is open. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (name: string) => void;
}): ReactElement {
  const { properties } = useRows().suggestions;
  const typed = name.trim().toLowerCase();
  const matching = properties.filter(
    (each) => each.name !== name && each.name.toLowerCase().includes(typed),
  );
  return (
    <Autocomplete.Root
      itemToStringValue={(property: SuggestedProperty) => property.name}
      items={matching}
      mode="none"
      onOpenChange={onOpen}
      onValueChange={(next, { reason }) => {
        // Escape in a closed list would empty the field.
        if (reason !== "escape-key") {
          onChange(next);
        }
      }}
      // An empty list would still hide the page from screen readers.
      open={isOpen && matching.length > 0}
      value={name}
    >
      <Autocomplete.Input
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        aria-label={label}
        className="token token-property"
        placeholder={words.property}
        spellCheck={false}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner align="start" className="menu-place" sideOffset={4}>
          <Autocomplete.Popup className="menu property-list">
            <Autocomplete.List>
              {(property: SuggestedProperty) => (
                <Autocomplete.Item className="menu-item" key={property.name} value={property}>
                  <code>{property.name}</code>
                  <span className="property-facts">
                    {property.type !== null && words.types[property.type]}
                    {property.share !== null && ` ${formatPercent(property.share)}`}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
