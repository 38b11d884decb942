import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { archivedFiles } from "../linux/archived-files.ts";
import { releaseDate } from "../release-date.ts";
import { repository } from "../repository.json" with { type: "json" };
import { extractBase, imageArchitectures } from "./base-packages.ts";
import { baseLayer, layerArchive, programLayer } from "./image-layers.ts";
import { archiveFiles, imageBlobs, imageIndex } from "./image-manifests.ts";

/**
 * RELEASE_DIRECTORY: writes an OCI archive for both Linux architectures next to the archives of
 * `make release`. Needs mmdebstrap, and Debian's servers.
 */
const [directory = "dist/release"] = process.argv.slice(2);
const changelog = await Bun.file(join(import.meta.dir, "../../CHANGELOG.md")).text();
const date = new Date(releaseDate(changelog));
const facts = { version, source: `https://github.com/${repository}`, date };
const work = await mkdtemp(join(tmpdir(), "gatehouse-image-"));

async function image({ target, debian, libraries }: (typeof imageArchitectures)[number]) {
  const packages = join(work, `${debian}.tar`);
  await extractBase(debian, packages);
  const base = await baseLayer(await Bun.file(packages).bytes(), libraries);
  const archive = join(directory, `gatehouse-${version}-${target}.tar.gz`);
  const layers = [
    await layerArchive(base.entries, date),
    await layerArchive(programLayer(await archivedFiles(archive)), date),
  ];
  return { architecture: debian, blobs: imageBlobs(facts, debian, base.day, layers) };
}

try {
  const images: Awaited<ReturnType<typeof image>>[] = [];
  for (const architecture of imageArchitectures) {
    images.push(await image(architecture));
  }
  const index = imageIndex(
    images.map(({ architecture, blobs: [manifest] }) => ({
      architecture,
      manifest: manifest.descriptor,
    })),
  );
  const files = archiveFiles(
    version,
    index,
    images.flatMap(({ blobs }) => blobs),
  );
  const path = join(directory, `gatehouse-${version}-image.tar`);
  await Bun.write(path, await layerArchive(files, date));
  process.stdout.write(`made     ${path}, ${index.descriptor.digest}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}
