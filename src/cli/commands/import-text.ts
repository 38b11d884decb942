import { isJsonObject } from "../../core/text/json-object.ts";
import { printable } from "../../core/text/printable.ts";
import type { ImportPreviewAnswer } from "../answers/feature-schemas.ts";
import { counted } from "../output/counted-text.ts";
import { withRoundedPercentages } from "../output/round-percentages.ts";
import { textTable } from "../output/text-table.ts";
import type { Output } from "../subcommand.ts";
import type { Layout } from "../targets/daily-subcommand.ts";

interface ImportedCounts {
  readonly environment: string | null;
  readonly features: number;
  readonly retired: number;
}

export function importedText(imported: ImportedCounts): string {
  const { environment, features, retired } = imported;
  const where = environment === null ? "the token's environment" : printable(environment);
  return `imported ${counted(features, "feature")} into ${where}\n${retiredText(retired)}`;
}

function retiredText(count: number): string {
  return count === 0 ? "" : `left out ${counted(count, "feature")} with a retired key\n`;
}

/** What an import would change. */
export function previewText(preview: ImportPreviewAnswer, { columns, where }: Layout): string {
  const { features, created, changed, cleared, removed, unchanged } = preview;
  const total = created + changed + cleared + removed;
  if (total === 0) {
    return `the import would change nothing ${where}\n${retiredText(preview.retired)}`;
  }
  const table = textTable(
    ["FEATURE", "WOULD BE", "CHANGES"],
    features.map(({ key, change, actions }) => [
      key,
      change,
      Object.entries(actions)
        .map(([action, count]) => (count === 1 ? action : `${action} × ${count}`))
        .join(", "),
    ]),
    columns,
  );
  const more = total - features.length;
  return (
    `${table}${more > 0 ? `and ${counted(more, "more feature")}\n` : ""}` +
    `the import would create ${created}, change ${changed}, clear ${cleared} and delete ${removed} ` +
    `${where}; ${unchanged} would stay as they are\n${retiredText(preview.retired)}`
  );
}

/** Reports the rounded percentages on standard error, so that `--json` stays JSON. */
export function roundedText(read: string, output: Output): string {
  const { text, rounded } = withRoundedPercentages(read);
  if (rounded.count > 0) {
    output.err(printable(`rounded ${counted(rounded.count, "percentage")}: ${rounded}`));
    output.err("\n");
  }
  return text;
}

/** The server has accepted the text, so the form is right. */
export function featureCount(text: string): number {
  const document: unknown = JSON.parse(text);
  const features = isJsonObject(document) ? document.features : {};
  return isJsonObject(features) ? Object.keys(features).length : 0;
}
