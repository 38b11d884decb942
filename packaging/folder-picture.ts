import { folderOf, importsOf, type SourceFile } from "./source-imports.ts";

/** Importing these says nothing about a folder, and the entries import everything: not drawn. */
const notDrawn = [
  ...["errors.ts", "version.ts", "text", "memo", "event-loop"],
  ...["index.ts", "main.ts", "testing.ts", "client.ts", "client-file.ts", "openfeature.ts"],
];

interface Group {
  readonly title: string;
  readonly folders: RegExp;
}

/** From the top of the picture down. */
const groups: readonly Group[] = [
  {
    title: "The program around the service",
    folders: /^(?:api-client|cli|shell|administration|backup|server)$/,
  },
  { title: "The wire of the Flipper API", folders: /^flipper-api/ },
  { title: "The wire of OpenFeature", folders: /^ofrep/ },
  { title: "The server side of the web UI", folders: /^web(?:\/|$)/ },
  { title: "Webhooks", folders: /^webhooks/ },
  { title: "Events", folders: /^stream/ },
  { title: "The client, in other processes", folders: /^(?:client|openfeature)/ },
  { title: "Replicas", folders: /^(?:copies|origin|replica(?:\/.+)?)$/ },
  {
    title: "Parts of the program",
    folders: /^(?:config|health|library|limits|log|metrics|migrate|sockets)$/,
  },
  {
    title: "Use cases",
    folders: /^(?:services|commands|imports|sessions|writer|snapshots|change-events)$/,
  },
  { title: "Telemetry", folders: /^telemetry/ },
  { title: "HTTP", folders: /^http/ },
  { title: "Shared databases", folders: /^(?:cluster|moves)$/ },
  { title: "Storage", folders: /^(?:storage|sqlite|postgres)/ },
  { title: "Pure rules", folders: /^(?:model|toggles|expressions|percentages|secrets)$/ },
];

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A Mermaid diagram of the imports between folders. An arrow that follows from others (a imports b,
 * b imports c) is left out, so that the layers can be seen.
 */
export function folderPicture(sources: readonly SourceFile[]): string {
  const arrows = arrowsOf(sources);
  const folders = [...arrows.keys()].sort();
  const drawn = groups.map(({ title, folders: pattern }, index) => {
    const members = folders.filter((folder) => pattern.test(folder));
    const nodes = members.map((folder) => `    ${idOf(folder)}["${folder}"]\n`);
    return `  subgraph g${index}["${title}"]\n${nodes.join("")}  end\n`;
  });
  const lines = folders.flatMap((folder) =>
    [...direct(folder, arrows)].sort().map((target) => `  ${idOf(folder)} --> ${idOf(target)}\n`),
  );
  return `\`\`\`mermaid\nflowchart TD\n${drawn.join("")}${lines.join("")}\`\`\`\n`;
}

function arrowsOf(sources: readonly SourceFile[]): Arrows {
  const arrows = new Map<string, Set<string>>();
  // The browser's side shares types with the others only.
  for (const file of sources.filter(({ path }) => !path.startsWith("src/ui/"))) {
    const folder = folderOf(file.path);
    if (folder === undefined || notDrawn.includes(folder)) {
      continue;
    }
    const targets = arrows.get(folder) ?? new Set<string>();
    arrows.set(folder, targets);
    for (const target of importsOf(file).map(folderOf)) {
      if (target !== undefined && target !== folder && !notDrawn.includes(target)) {
        targets.add(target);
      }
    }
  }
  return arrows;
}

/** The folders that a folder imports and that none of its other imports leads to. */
function direct(folder: string, arrows: Arrows): ReadonlySet<string> {
  const targets = arrows.get(folder) ?? new Set<string>();
  const indirect = new Set([...targets].flatMap((target) => [...reachable(target, arrows)]));
  return targets.difference(indirect);
}

function reachable(start: string, arrows: Arrows): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...(arrows.get(start) ?? [])];
  for (const folder of waiting) {
    if (!seen.has(folder)) {
      seen.add(folder);
      waiting.push(...(arrows.get(folder) ?? []));
    }
  }
  return seen;
}

function idOf(folder: string): string {
  return folder.replaceAll(/[^a-z]/g, "_");
}
