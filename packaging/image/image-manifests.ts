import { gzipSync } from "node:zlib";
import { dataDirectory, imageExecutable, imageUser } from "./image-layers.ts";

const media = "application/vnd.oci.image";

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

export interface Blob {
  readonly descriptor: Descriptor;
  readonly content: Uint8Array;
}

export interface ImageFacts {
  readonly version: string;
  /** The address of the sources. */
  readonly source: string;
  readonly date: Date;
}

function sha256(content: Uint8Array): string {
  return `sha256:${new Bun.CryptoHasher("sha256").update(content).digest("hex")}`;
}

function blob(kind: string, content: Uint8Array): Blob {
  const mediaType = `${media}.${kind}`;
  return { content, descriptor: { mediaType, digest: sha256(content), size: content.length } };
}

function jsonBlob(kind: string, value: object): Blob {
  return blob(kind, Buffer.from(JSON.stringify(value)));
}

/** The configuration of a container. A configuration of this format has no health check. */
export function containerConfig({ version, source }: ImageFacts, baseDay: string) {
  const label = "org.opencontainers.image";
  return {
    User: `${imageUser}:${imageUser}`,
    ExposedPorts: { "8080/tcp": {} },
    Env: ["GATEHOUSE_HOST=0.0.0.0", `GATEHOUSE_DATA=/${dataDirectory}`],
    Entrypoint: [`/${imageExecutable}`],
    Cmd: ["serve"],
    Volumes: { [`/${dataDirectory}`]: {} },
    WorkingDir: `/${dataDirectory}`,
    Labels: {
      [`${label}.title`]: "Gatehouse",
      [`${label}.description`]: "A self-hosted feature-toggle server",
      [`${label}.licenses`]: "MIT",
      [`${label}.source`]: source,
      [`${label}.version`]: version,
      "debian.package-lists": baseDay,
    },
  };
}

/** The image of one architecture: its manifest first, then its configuration and its layers. */
export function imageBlobs(
  facts: ImageFacts,
  architecture: string,
  baseDay: string,
  layers: readonly Uint8Array<ArrayBuffer>[],
): readonly [Blob, ...Blob[]] {
  const compressed = layers.map((layer) => blob("layer.v1.tar+gzip", gzipSync(layer)));
  const config = jsonBlob("config.v1+json", {
    created: facts.date.toISOString(),
    architecture,
    os: "linux",
    config: containerConfig(facts, baseDay),
    rootfs: { type: "layers", diff_ids: layers.map(sha256) },
  });
  const manifest = jsonBlob("manifest.v1+json", {
    schemaVersion: 2,
    mediaType: `${media}.manifest.v1+json`,
    config: config.descriptor,
    layers: compressed.map(({ descriptor }) => descriptor),
  });
  return [manifest, config, ...compressed];
}

/** The list of the images of all architectures. */
export function imageIndex(
  images: readonly { readonly architecture: string; readonly manifest: Descriptor }[],
): Blob {
  return jsonBlob("index.v1+json", {
    schemaVersion: 2,
    mediaType: `${media}.index.v1+json`,
    manifests: images.map(({ architecture, manifest }) => ({
      ...manifest,
      platform: { architecture, os: "linux" },
    })),
  });
}

/** The files of an OCI archive, with the list of images under the name of the version. */
export function archiveFiles(version: string, index: Blob, blobs: readonly Blob[]) {
  const named = { "org.opencontainers.image.ref.name": version };
  const top = { schemaVersion: 2, manifests: [{ ...index.descriptor, annotations: named }] };
  const byDigest = new Map([index, ...blobs].map((each) => [each.descriptor.digest, each]));
  return [
    { path: "oci-layout", content: Buffer.from(JSON.stringify({ imageLayoutVersion: "1.0.0" })) },
    { path: "index.json", content: Buffer.from(JSON.stringify(top)) },
    ...[...byDigest.values()].map(({ descriptor, content }) => ({
      path: `blobs/${descriptor.digest.replace(":", "/")}`,
      content,
    })),
  ].map((file) => ({ ...file, mode: 0o644 }));
}
