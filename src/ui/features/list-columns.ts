import { useMemo } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { useMedia } from "../parts/use-media.ts";
import { useEnvironments } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import type { SortColumn } from "./feature-sort.ts";
import { useListLook } from "./use-list-look.ts";

const { columns: words } = texts.features;

/** A column after the feature and the words of the chosen environment. */
export interface ListColumn {
  readonly id: Exclude<SortColumn, "key" | "state">;
  readonly label: string;
  /** As in a CSS grid. */
  readonly width: string;
  /** The environment whose gauges it shows. */
  readonly environment?: EnvironmentRow;
}

const environmentsMax = 4;

const tags: ListColumn = { id: "tags", label: words.tags, width: "minmax(0, 168px)" };
const owner: ListColumn = { id: "owner", label: words.owner, width: "minmax(0, 120px)" };
const evaluations: ListColumn = { id: "evaluations", label: words.evaluations, width: "72px" };
const last: ListColumn = { id: "last", label: words.last, width: "84px" };
const changed: ListColumn = { id: "changed", label: words.changed, width: "84px" };

export interface ListColumns {
  /** All columns that this list can have. */
  readonly possible: readonly ListColumn[];
  /** Those that are chosen. */
  readonly chosen: readonly ListColumn[];
  /** The chosen ones that the window has space for. */
  readonly shown: readonly ListColumn[];
  /** The ids of the other environments that are shown. */
  readonly environments: readonly number[];
}

export function useListColumns(): ListColumns {
  const { environment, environments } = useEnvironments();
  const { mode } = useSession();
  const [{ columns }] = useListLook();
  const isNarrow = useMedia("(max-width: 1000px)");
  return useMemo(() => {
    const others = environments.filter(({ id }) => id !== environment.id).map(environmentColumn);
    const isHosted = mode === "hosted";
    const possible = [...others, tags, ...(isHosted ? [owner, evaluations, last] : []), changed];
    const usual = [...others.slice(0, environmentsMax), tags, evaluations, changed];
    const wanted = new Set<string>(columns ?? usual.map(({ id }) => id));
    const chosen = atMostFourEnvironments(possible.filter(({ id }) => wanted.has(id)));
    const shown = isNarrow ? chosen.filter(({ id }) => id === "changed") : chosen;
    const ids = shown.flatMap((column) => column.environment?.id ?? []);
    return { possible, chosen, shown, environments: ids };
  }, [environment.id, environments, mode, columns, isNarrow]);
}

function environmentColumn(environment: EnvironmentRow): ListColumn {
  return {
    id: `env-${environment.id}`,
    label: environment.name,
    width: "minmax(40px, 84px)",
    environment,
  };
}

function atMostFourEnvironments(columns: readonly ListColumn[]): readonly ListColumn[] {
  const environments = columns.filter((column) => column.environment !== undefined);
  const kept = new Set(environments.slice(0, environmentsMax));
  return columns.filter((column) => column.environment === undefined || kept.has(column));
}

/** Whether another environment can get a column. */
export function hasSpaceForEnvironment(chosen: readonly ListColumn[]): boolean {
  return chosen.filter((column) => column.environment !== undefined).length < environmentsMax;
}
