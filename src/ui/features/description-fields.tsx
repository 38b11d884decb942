import type { ReactElement } from "react";
import type { DescriptionBody, FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { SelectField, TextField } from "../parts/field.tsx";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";

const { newFeature: words } = texts;

/** A description during editing. */
interface TypedDescription {
  readonly description: string;
  readonly longevity: "unset" | "temporary" | "permanent";
  readonly tags: string;
  readonly owner: string;
}

export const emptyDescription: TypedDescription = {
  description: "",
  longevity: "unset",
  tags: "",
  owner: "",
};

export function typedDescription(row: FeatureRow): TypedDescription {
  return {
    description: row.description ?? "",
    longevity: row.longevity ?? "unset",
    tags: row.tags.join(", "),
    owner: row.owner === null ? "" : String(row.owner.id),
  };
}

export function toDescription(typed: TypedDescription): DescriptionBody {
  return {
    description: typed.description.trim() || null,
    longevity: typed.longevity === "unset" ? null : typed.longevity,
    tags: splitTags(typed.tags),
    ownerId: typed.owner === "" ? null : Number(typed.owner),
  };
}

/** The tags of a text that separates them by commas. */
export function splitTags(text: string): string[] {
  const tags = text
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return [...new Set(tags)];
}

const longevities = (["unset", "temporary", "permanent"] as const).map((value) => ({
  value,
  label: words.longevities[value],
}));

/** The description of a feature; checks do not use it. */
export function DescriptionFields({
  value,
  onChange,
}: {
  readonly value: TypedDescription;
  readonly onChange: (value: TypedDescription) => void;
}): ReactElement {
  const { mode } = useSession();
  const people = useAnswer("GET /people", {}, { isNeeded: mode === "hosted" });
  const owners = [
    { value: "", label: words.nobody },
    ...(people.data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <>
      <TextField
        label={words.description}
        maxLength={2_000}
        onChange={({ target }) => onChange({ ...value, description: target.value })}
        value={value.description}
      />
      <div className="field-pair">
        <SelectField
          choices={longevities}
          label={words.longevity}
          onChoose={(longevity) => onChange({ ...value, longevity })}
          value={value.longevity}
        />
        {mode === "hosted" && (
          <SelectField
            choices={owners}
            label={words.owner}
            onChoose={(owner) => onChange({ ...value, owner })}
            value={value.owner}
          />
        )}
      </div>
      <TextField
        hint={words.tagsHint}
        label={words.tags}
        onChange={({ target }) => onChange({ ...value, tags: target.value })}
        value={value.tags}
      />
    </>
  );
}
