import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { releaseDate } from "../release-date.ts";
import { repository } from "../repository.json" with { type: "json" };
import { archivedFiles } from "./archived-files.ts";
import { commandOutput } from "./command-output.ts";
import { debianCommand, debianFiles } from "./debian-package.ts";
import { packagedFiles } from "./packaged-files.ts";
import { rpmCommand, rpmPath, specFile } from "./rpm-package.ts";
import { writeFiles } from "./write-files.ts";

/**
 * RELEASE_DIRECTORY: writes a deb and an rpm for each Linux archive with glibc of `make release`,
 * next to the archive. Needs dpkg-deb and rpmbuild.
 */
const [directory = "dist/release"] = process.argv.slice(2);
const root = join(import.meta.dir, "../..");
const here = import.meta.dir;
const homepage = `https://github.com/${repository}`;
const date = new Date(releaseDate(await Bun.file(join(root, "CHANGELOG.md")).text()));

const [owner = ""] = repository.split("/");
const maintainer = `${owner} <${owner}@users.noreply.github.com>`;
/** The date of the release in the packages, so that equal sources give equal bytes. */
const dated = ["env", `SOURCE_DATE_EPOCH=${date.getTime() / 1000}`, "LC_ALL=C"];

const architectures = [
  { target: "linux-x64", debian: "amd64", rpm: "x86_64" },
  { target: "linux-arm64", debian: "arm64", rpm: "aarch64" },
] as const;

async function sources(archive: string) {
  const [unit, settings] = await Promise.all([
    Bun.file(join(here, "../gatehouse.service")).text(),
    Bun.file(join(here, "gatehouse.env")).text(),
  ]);
  return packagedFiles({ archive: await archivedFiles(archive), unit, settings });
}

async function scripts(): Promise<Readonly<Record<string, string>>> {
  const names = ["postinst", "prerm", "postrm"];
  const texts = await Promise.all(names.map((name) => Bun.file(join(here, name)).text()));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}

async function makePackages(work: string, architecture: (typeof architectures)[number]) {
  const prefix = join(directory, `gatehouse-${version}-${architecture.target}`);
  const files = await sources(`${prefix}.tar.gz`);
  const debian = join(work, "deb");
  const facts = { version, homepage, files };
  const { debian: name } = architecture;
  await writeFiles(
    debian,
    debianFiles({ ...facts, architecture: name, maintainer, date, scripts: await scripts() }),
    date,
  );
  await commandOutput([...dated, ...debianCommand(debian, `${prefix}.deb`)]);
  const content = join(work, "rpm");
  await writeFiles(
    content,
    files.map((file) => ({ ...file, path: rpmPath(file.path) })),
    date,
  );
  await mkdir(join(content, "var/lib/gatehouse"), { recursive: true });
  await Bun.write(join(work, "gatehouse.spec"), specFile({ ...facts, content }));
  await commandOutput([...dated, ...rpmCommand(work, `${architecture.rpm}-linux`)]);
  const rpms = join(work, "rpms", architecture.rpm);
  for (const name of await readdir(rpms)) {
    await copyFile(join(rpms, name), `${prefix}.rpm`);
  }
  process.stdout.write(`made     ${prefix}.deb and ${prefix}.rpm\n`);
}

for (const architecture of architectures) {
  const work = await mkdtemp(join(tmpdir(), "gatehouse-packages-"));
  try {
    await makePackages(work, architecture);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
