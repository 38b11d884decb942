import { expect, test } from "bun:test";
import { packTar, unpackTar } from "modern-tar";
import { baseLayer, layerArchive, programLayer } from "../../packaging/image/image-layers.ts";
import {
  archiveFiles,
  containerConfig,
  imageBlobs,
  imageIndex,
} from "../../packaging/image/image-manifests.ts";
import { dockerfileStages, numbersOf, only, variables } from "./dockerfile.ts";

const date = new Date("2026-01-31");
const facts = { version: "1.0.0", source: "https://github.com/OWNER/gatehouse", date };

function file(path: string, text = path) {
  return { path, content: Buffer.from(text), mode: 0o755 };
}

const archive = ["gatehouse", "LICENSE", "THIRD-PARTY-NOTICES.txt", "README.md"].map((path) =>
  file(path),
);

const listDates = "Date: Thu, 01 Jan 2026 08:00:00 UTC\nDate: Fri, 02 Jan 2026 08:00:00 UTC\n";

/** Packages with files that contain their paths, except for the dates. */
async function debianFiles(paths: readonly string[]) {
  return await packTar(
    paths.map((path) => {
      const body = path.endsWith("dates") ? listDates : path;
      return { header: { name: path, size: body.length }, body };
    }),
  );
}

test("the container runs as the Dockerfile says", async () => {
  const image = (await dockerfileStages()).at(-1) ?? [];
  const config = containerConfig(facts, "2026-01-01");
  const env = Object.fromEntries(config.Env.map((line) => line.split("=")));
  expect<readonly string[]>(config.Entrypoint).toEqual(numbersOf(only(image, "ENTRYPOINT")));
  expect<readonly string[]>(config.Cmd).toEqual(numbersOf(only(image, "CMD")));
  expect(config.User).toBe(only(image, "USER"));
  expect(Object.keys(config.Volumes)).toEqual([only(image, "VOLUME")]);
  expect(config.WorkingDir).toBe(only(image, "WORKDIR"));
  expect(env).toEqual(variables(image));
});

test("the base has libraries, certificates and licenses, and no programs", async () => {
  const { entries, day } = await baseLayer(
    await debianFiles([
      "./lib/x86_64-linux-gnu/libc.so.6",
      "./lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
      "./lib/x86_64-linux-gnu/libmemusage.so",
      "./lib/aarch64-linux-gnu/libc.so.6",
      "./usr/bin/openssl",
      "./bin/sh",
      "./usr/share/ca-certificates/mozilla/B.crt",
      "./usr/share/ca-certificates/mozilla/A.crt",
      "./usr/share/doc/libc6/copyright",
      "./package-list-dates",
    ]),
    "x86_64-linux-gnu",
  );
  expect(entries.map(({ path }) => path)).toEqual([
    "lib/x86_64-linux-gnu/libc.so.6",
    "lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
    "lib64/ld-linux-x86-64.so.2",
    "usr/share/doc/libc6/copyright",
    "etc/ssl/certs/ca-certificates.crt",
    "etc/passwd",
    "etc/group",
    "etc/nsswitch.conf",
    "tmp",
  ]);
  expect(day).toBe("2026-01-02");
});

test("a base without certificates is refused", async () => {
  const tar = await debianFiles(["./lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"]);
  const refusal = await baseLayer(tar, "x86_64-linux-gnu").catch(String);
  expect(refusal).toContain("have no loader, dates or certificates");
});

test("a layer has the folders of its files, and only the user may open the data", async () => {
  const entries = await unpackTar(await layerArchive(programLayer(archive), date));
  expect(
    entries.map(({ header: { name, mode, uid } }) => `${mode?.toString(8)} ${uid} ${name}`),
  ).toEqual([
    "700 65532 data/",
    "755 0 usr/",
    "755 0 usr/local/",
    "755 0 usr/local/bin/",
    "755 0 usr/local/bin/gatehouse",
    "755 0 usr/share/",
    "755 0 usr/share/doc/",
    "755 0 usr/share/doc/gatehouse/",
    "755 0 usr/share/doc/gatehouse/LICENSE",
    "755 0 usr/share/doc/gatehouse/THIRD-PARTY-NOTICES.txt",
  ]);
});

test("equal files give equal archives, in which each digest names its content", async () => {
  async function made() {
    const layer = await layerArchive(programLayer(archive), date);
    const images = ["amd64", "arm64"].map((architecture) => {
      const blobs = imageBlobs(facts, architecture, "2026-01-01", [layer]);
      return { architecture, blobs, manifest: blobs[0].descriptor };
    });
    return archiveFiles(
      "1.0.0",
      imageIndex(images),
      images.flatMap(({ blobs }) => blobs),
    );
  }
  const files = await made();
  expect(files).toEqual(await made());
  // The list, and for each architecture a manifest and a configuration; the layer is shared.
  expect(files.map(({ path }) => path.slice(0, 13))).toEqual([
    "oci-layout",
    "index.json",
    ...Array.from({ length: 6 }, () => "blobs/sha256/"),
  ]);
  for (const { path, content } of files.slice(2)) {
    const sum = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    expect(path).toBe(`blobs/sha256/${sum}`);
  }
});
