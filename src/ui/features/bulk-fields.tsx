import { type ReactElement, useMemo } from "react";
import type { BulkChange } from "../../api/admin/contract/bulk-models.ts";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { SelectField, TextField } from "../parts/field.tsx";
import { FilterChip } from "../parts/filter-chip.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { RetireChoice } from "../retired/retire-choice.tsx";
import { useRoleCheck } from "../session/session.ts";
import { bulkTexts } from "../texts/bulk-texts.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { BulkKind } from "./bulk-kinds.ts";
import { splitTags } from "./description-fields.tsx";

const { newFeature } = texts;
const { bulk: words } = bulkTexts;

/** What the dialog needs of a feature. */
export type TaggedFeature = Pick<FeatureRow, "key" | "tags">;

/** What a person chose in the dialog. */
interface BulkInput {
  readonly addedTags: string;
  readonly removedTags: readonly string[];
  /** The id of a person; empty for nobody. */
  readonly owner: string;
  /** The id of the environment to copy to; empty for the first one. */
  readonly copyTo: string;
  readonly setTo: "enable" | "percentage" | "clear" | "mirror";
  readonly percentage: string;
  /** Whether a deletion retires the keys; otherwise as the project chose. */
  readonly retires: boolean;
}

export const emptyBulkInput: BulkInput = {
  addedTags: "",
  removedTags: [],
  owner: "",
  copyTo: "",
  setTo: "enable",
  percentage: "",
  retires: false,
};

/** The change for the server; null while a part of it is missing. */
export function bulkChangeOf(
  kind: BulkKind,
  input: BulkInput,
  firstTarget: number | undefined,
): BulkChange | null {
  switch (kind) {
    case "tag":
      return tagChange(input);
    case "owner":
      return { ownerId: input.owner === "" ? null : Number(input.owner) };
    case "copy": {
      const target = input.copyTo === "" ? firstTarget : Number(input.copyTo);
      return target === undefined ? null : { copyTo: target };
    }
    case "set":
      return gateChange(input);
    case "delete":
      // The preview has shown how many of the features were checked.
      return { delete: { force: true, ...(input.retires ? { retire: true } : {}) } };
  }
}

function tagChange({ addedTags, removedTags }: BulkInput): BulkChange | null {
  const add = splitTags(addedTags);
  if (add.length === 0 && removedTags.length === 0) {
    return null;
  }
  return {
    tags: {
      ...(add.length === 0 ? {} : { add }),
      ...(removedTags.length === 0 ? {} : { remove: [...removedTags] }),
    },
  };
}

function gateChange({ setTo, percentage }: BulkInput): BulkChange | null {
  if (setTo !== "percentage") {
    return setTo === "enable"
      ? { enable: true }
      : setTo === "clear"
        ? { clear: true }
        : { mirror: true };
  }
  const value = Number(percentage);
  const isPercentage = percentage !== "" && Number.isInteger(value) && value >= 0 && value <= 100;
  return isPercentage ? { percentageOfActors: value } : null;
}

interface FieldsProps {
  readonly features: readonly TaggedFeature[];
  readonly input: BulkInput;
  readonly onChange: (changes: Partial<BulkInput>) => void;
}

export function BulkFields({
  kind,
  ...props
}: FieldsProps & { readonly kind: BulkKind }): ReactElement {
  switch (kind) {
    case "tag":
      return <TagFields {...props} />;
    case "owner":
      return <OwnerField {...props} />;
    case "copy":
      return <CopyField {...props} />;
    case "set":
      return <SetFields {...props} />;
    case "delete":
      return <DeleteFields {...props} />;
  }
}

function DeleteFields({ input, onChange }: FieldsProps): ReactElement {
  return (
    <>
      <p>{words.deleteText}</p>
      <RetireChoice isChosen={input.retires} onChoose={(retires) => onChange({ retires })} />
    </>
  );
}

function TagFields({ features, input, onChange }: FieldsProps): ReactElement {
  const counts = useMemo(() => tagCounts(features), [features]);
  const removed = new Set(input.removedTags);
  return (
    <>
      <TextField
        autoFocus={true}
        hint={newFeature.tagsHint}
        label={words.addTags}
        onChange={({ target }) => onChange({ addedTags: target.value })}
        value={input.addedTags}
      />
      {counts.length > 0 && (
        <fieldset className="bulk-tags">
          <legend>{words.removeTags}</legend>
          {counts.map(([tag, count]) => (
            <FilterChip
              count={count}
              isChosen={removed.has(tag)}
              key={tag}
              label={tag}
              onChoose={() =>
                onChange({
                  removedTags: removed.has(tag)
                    ? input.removedTags.filter((each) => each !== tag)
                    : [...input.removedTags, tag],
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** A change can remove as many tags. */
const removableMax = 20;

function tagCounts(features: readonly TaggedFeature[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const tag of features.flatMap(({ tags }) => tags)) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1]).slice(0, removableMax);
}

function OwnerField({ input, onChange }: FieldsProps): ReactElement {
  const people = useAnswer("GET /people", {});
  return (
    <SelectField
      autoFocus={true}
      choices={[
        { value: "", label: newFeature.nobody },
        ...(people.data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      label={words.owner}
      onChoose={(owner) => onChange({ owner })}
      value={input.owner}
    />
  );
}

/** The other environments that the person may change. */
export function useCopyTargets(): readonly EnvironmentRow[] {
  const { environment, environments } = useEnvironments();
  const may = useRoleCheck();
  return environments.filter(({ id }) => id !== environment.id && may("member", id));
}

function CopyField({ input, onChange }: FieldsProps): ReactElement {
  const others = useCopyTargets();
  return (
    <SelectField
      autoFocus={true}
      choices={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      hint={words.copyHint}
      label={words.copyTo}
      onChoose={(copyTo) => onChange({ copyTo })}
      value={input.copyTo === "" ? String(others[0]?.id ?? "") : input.copyTo}
    />
  );
}

function SetFields({ input, onChange }: FieldsProps): ReactElement {
  const { environment } = useEnvironments();
  const values = [
    "enable",
    "percentage",
    "clear",
    ...(environment.state === "production" ? [] : (["mirror"] as const)),
  ] as const;
  const isPercentage = input.setTo === "percentage";
  return (
    <>
      <Segmented
        choices={values.map((value) => ({ value, label: words.sets[value] }))}
        label={words.setTo}
        onChoose={(setTo) => onChange({ setTo })}
        value={input.setTo}
      />
      {isPercentage && (
        <TextField
          autoFocus={true}
          label={words.percentage}
          max={100}
          min={0}
          onChange={({ target }) => onChange({ percentage: target.value })}
          required={true}
          type="number"
          value={input.percentage}
        />
      )}
      <p className="hint">
        {fill(isPercentage ? words.percentageHint : words.setHint, {
          environment: environment.name,
        })}
      </p>
    </>
  );
}
