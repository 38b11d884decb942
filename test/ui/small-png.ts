import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const headerSize = 8;
const paletteMax = 256;
/** Colours nearer to each other than this, squared, share an entry of the palette. */
const distanceMin = 24;

/** Reduces a browser's screenshot (8 bits, RGB or RGBA, not interlaced) to 256 colours. */
export function smallPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const head = chunks.get("IHDR") ?? Buffer.alloc(0);
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const channels = head[9] === 6 ? 4 : 3;
  const pixels = unfiltered(inflateSync(chunks.get("IDAT") ?? ""), width * channels, channels);
  const colours = Array.from({ length: width * height }, (_, index) =>
    pixels.readUIntBE(index * channels, 3),
  );
  const { palette, indexes } = paletteOf(colours);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [index, colour] of colours.entries()) {
    rows[index + Math.floor(index / width) + 1] = indexes.get(colour) ?? 0;
  }
  const entries = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) {
    entries.writeUIntBE(colour, index * 3, 3);
  }
  const indexed = Buffer.from(head);
  indexed[9] = 3;
  return Buffer.concat([
    signature,
    chunk("IHDR", indexed),
    chunk("PLTE", entries),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = signature.length; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + headerSize);
    const data = png.subarray(at + headerSize, at + headerSize + size);
    chunks.set(name, Buffer.concat([chunks.get(name) ?? Buffer.alloc(0), data]));
    at += headerSize + size + 4;
  }
  return chunks;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const ends = Buffer.alloc(headerSize);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The bytes of the pixels, without the filter that each row names in its first byte. */
function unfiltered(data: Buffer, rowSize: number, step: number): Buffer {
  const rowCount = data.length / (rowSize + 1);
  const pixels = Buffer.alloc(rowCount * rowSize);
  for (let row = 0; row < rowCount; row++) {
    const filter = data[row * (rowSize + 1)] ?? 0;
    for (let column = 0; column < rowSize; column++) {
      const at = row * rowSize + column;
      const left = column < step ? 0 : (pixels[at - step] ?? 0);
      const up = row === 0 ? 0 : (pixels[at - rowSize] ?? 0);
      const corner = column < step || row === 0 ? 0 : (pixels[at - rowSize - step] ?? 0);
      const expected = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = (data[at + row + 1] ?? 0) + expected;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) {
    return left;
  }
  return toUp <= toCorner ? up : corner;
}

/** The most frequent colours that differ, and for every colour its nearest one of them. */
function paletteOf(colours: readonly number[]) {
  const counts = new Map<number, number>();
  for (const colour of colours) {
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette: number[] = [];
  const indexes = new Map<number, number>();
  const frequent = [...counts].sort(([, left], [, right]) => right - left);
  for (const [colour] of frequent) {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, entry] of palette.entries()) {
      const distance = distanceOf(colour, entry);
      if (distance < least) {
        [nearest, least] = [index, distance];
      }
    }
    if (least >= distanceMin && palette.length < paletteMax) {
      nearest = palette.push(colour) - 1;
    }
    indexes.set(colour, nearest);
  }
  return { palette, indexes };
}

function distanceOf(left: number, right: number): number {
  return [0, 8, 16].reduce(
    (sum, shift) => sum + (((left >> shift) & 0xff) - ((right >> shift) & 0xff)) ** 2,
    0,
  );
}
