import { join } from "node:path";
import { version } from "../package.json" with { type: "json" };
import { withPackedLinks } from "./packed-links.ts";
import type { ReleasedFile } from "./release-archive.ts";
import { imageName } from "./repository-address.ts";

const root = join(import.meta.dir, "..");
/** The files of `packaging/` that archives hold in `deploy/`. */
export const deployedNames = [
  "Caddyfile",
  "cluster.Caddyfile",
  "compose-cluster.yaml",
  "compose.yaml",
  "gatehouse.service",
  "grafana-dashboard.json",
  "kubernetes-cluster.yaml",
  "kubernetes.yaml",
  "nginx.conf",
  "postgres-role.sh",
  "prometheus-alerts.yml",
  "prometheus.yml",
];
const deployedPaths = new RegExp(`packaging/(?=(?:${deployedNames.join("|")}|secrets)\\b)`, "g");
const builtImage = /^( *)image: gatehouse\n\1build:\n(?:\1 +.*\n)+/m;
const ownImage = "image: registry.example/gatehouse";

/** A file of `packaging/` or a document, with the places of the files in an archive. */
function withDeployedPaths(text: string): string {
  return text.replaceAll(deployedPaths, "deploy/").replaceAll(" up --build ", " up ");
}

/** A file for containers that takes the published image of this version, and builds none. */
function withPublishedImage(text: string): string {
  const image = `image: ${imageName}:${version}`;
  return text.replace(builtImage, `$1${image}\n`).replaceAll(ownImage, image);
}

/** The files with which the server is deployed, and the documents. No link of them is dead. */
export async function deployedFiles(): Promise<readonly ReleasedFile[]> {
  const documents = ["README.md", "CHANGELOG.md", ...new Bun.Glob("docs/**/*.md").scanSync(root)];
  const deployed = deployedNames.map((name) => `deploy/${name}`);
  const packed = [...documents, ...deployed, "LICENSE", "clients/gatehouse_outcomes.rb"];
  return Promise.all([
    ...documents.toSorted().map(async (path) => {
      const text = withDeployedPaths(await textOf(path));
      return released(path, withPackedLinks(path, text, packed));
    }),
    ...deployedNames.map(async (name) => {
      const text = withDeployedPaths(await textOf(`packaging/${name}`));
      const mode = name.endsWith(".sh") ? 0o755 : 0o644;
      return released(`deploy/${name}`, withPublishedImage(text), mode);
    }),
  ]);
}

function textOf(path: string): Promise<string> {
  return Bun.file(join(root, path)).text();
}

function released(path: string, text: string, mode = 0o644): ReleasedFile {
  return { path, content: Buffer.from(text), mode };
}
