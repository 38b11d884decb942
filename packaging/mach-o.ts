/**
 * Reads and changes executables of macOS: 64 bits, one processor, little-endian, as Bun writes them.
 * Signatures in them are big-endian.
 */
const magic64 = 0xfe_ed_fa_cf;
const headerBytes = 32;
const segmentCommand = 0x19;
const signatureCommand = 0x1d;
const signatureCommandBytes = 16;
const directoryMagic = 0xfa_de_0c_02;

interface LoadCommand {
  readonly kind: number;
  readonly offset: number;
  readonly size: number;
}

export interface PageHashes {
  /** 0x2 is a signature without an identity (ad hoc), 0x10000 the hardened runtime. */
  readonly flags: number;
  readonly pages: number;
  readonly wrong: number;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function loadCommands(view: DataView): readonly LoadCommand[] {
  if (view.getUint32(0, true) !== magic64) {
    throw new Error("The file is no executable of macOS with 64 bits");
  }
  const commands: LoadCommand[] = [];
  let offset = headerBytes;
  for (let index = 0; index < view.getUint32(16, true); index++) {
    const size = view.getUint32(offset + 4, true);
    commands.push({ kind: view.getUint32(offset, true), offset, size });
    offset += size;
  }
  return commands;
}

/** Compares each page with its hash in the signature. Undefined if the executable has no signature. */
export function pageHashes(bytes: Uint8Array): PageHashes | undefined {
  const view = viewOf(bytes);
  const command = loadCommands(view).find(({ kind }) => kind === signatureCommand);
  if (command === undefined) {
    return undefined;
  }
  const signature = view.getUint32(command.offset + 8, true);
  const offsets = Array.from(
    { length: view.getUint32(signature + 8) },
    (_, index) => signature + view.getUint32(signature + 12 + index * 8 + 4),
  );
  const directory = offsets.find((offset) => view.getUint32(offset) === directoryMagic);
  if (directory === undefined) {
    throw new Error("The signature has no list of hashes");
  }
  const field = (offset: number) => view.getUint32(directory + offset);
  const hashes = directory + field(16);
  const [pages, end] = [field(28), field(32)];
  const hashBytes = view.getUint8(directory + 36);
  const pageBytes = 2 ** view.getUint8(directory + 39);
  let wrong = 0;
  for (let page = 0; page < pages; page++) {
    const content = bytes.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, end));
    const hash = new Bun.CryptoHasher("sha256").update(content).digest().subarray(0, hashBytes);
    const at = hashes + page * hashBytes;
    wrong += hash.equals(bytes.subarray(at, at + hashBytes)) ? 0 : 1;
  }
  return { flags: field(12), pages, wrong };
}

/**
 * Removes the signature, which must be the last load command and the end of the last segment. macOS
 * runs unsigned executables for Intel; it ends those with wrong hashes.
 */
export function withoutSignature(executable: Uint8Array): Uint8Array {
  const commands = loadCommands(viewOf(executable));
  const last = commands.at(-1);
  if (last?.kind !== signatureCommand) {
    throw new Error("The signature is not the last load command");
  }
  const start = viewOf(executable).getUint32(last.offset + 8, true);
  const bytes = executable.slice(0, start);
  const view = viewOf(bytes);
  const end = BigInt(executable.length);
  const segment = commands.find(
    ({ kind, offset }) =>
      kind === segmentCommand &&
      view.getBigUint64(offset + 40, true) + view.getBigUint64(offset + 48, true) === end,
  );
  if (segment === undefined) {
    throw new Error("The signature is not at the end of a segment");
  }
  view.setBigUint64(
    segment.offset + 48,
    BigInt(start) - view.getBigUint64(segment.offset + 40, true),
    true,
  );
  view.setUint32(16, commands.length - 1, true);
  view.setUint32(20, view.getUint32(20, true) - signatureCommandBytes, true);
  bytes.fill(0, last.offset, last.offset + last.size);
  return bytes;
}
