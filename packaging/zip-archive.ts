import { crc32, deflateRawSync } from "node:zlib";
import type { ReleasedFile } from "./release-archive.ts";

const localHeaderBytes = 30;
const centralHeaderBytes = 46;
const endBytes = 22;
const deflated = 8;
/** Version 2.0 of the format; made on Unix, so that the file mode is known. */
const versionNeeded = 20;
const madeOnUnix = (3 << 8) | versionNeeded;
/** Names are UTF-8. */
const flags = 1 << 11;
/** The first day that the format knows, 1980-01-01, so that equal files give equal bytes. */
const firstDay = (1 << 5) | 1;
const regularFile = 0o100000;

/** Packs files in the ZIP format, each smaller than 4 GiB. */
export function zipArchive(files: readonly ReleasedFile[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.path);
    const content = deflateRawSync(file.content);
    const fields = commonFields(file.content, content.length, name.length);
    const local = Buffer.alloc(localHeaderBytes);
    local.write("PK\x03\x04", "latin1");
    fields.copy(local, 4);
    parts.push(local, name, content);
    directory.push(centralHeader(fields, file.mode, offset), name);
    offset += local.length + name.length + content.length;
  }
  return Buffer.concat([...parts, ...directory, end(files.length, directory, offset)]);
}

/** The fields that both headers of a file share. */
function commonFields(content: Uint8Array, packedBytes: number, nameBytes: number): Buffer {
  const fields = Buffer.alloc(localHeaderBytes - 4);
  fields.writeUInt16LE(versionNeeded, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(deflated, 4);
  fields.writeUInt16LE(firstDay, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packedBytes, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(nameBytes, 22);
  return fields;
}

function centralHeader(fields: Buffer, mode: number, offset: number): Buffer {
  const header = Buffer.alloc(centralHeaderBytes);
  header.write("PK\x01\x02", "latin1");
  header.writeUInt16LE(madeOnUnix, 4);
  fields.copy(header, 6);
  header.writeUInt32LE(((regularFile | mode) << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return header;
}

function end(count: number, directory: readonly Buffer[], offset: number): Buffer {
  const record = Buffer.alloc(endBytes);
  record.write("PK\x05\x06", "latin1");
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  record.writeUInt32LE(offset, 16);
  return record;
}
