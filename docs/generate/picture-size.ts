import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a WebP or SVG file, so that the browser reserves its room before the picture arrives. */
export function readPictureSize(file: string): Size {
  const size = extname(file) === '.svg' ? sizeOfSvg(readFileSync(file, 'utf8')) : sizeOfWebp(readFileSync(file));
  if (!size) throw new Error(`${file}: must be a WebP or SVG file with a size`);
  return size;
}

function sizeOfSvg(text: string): Size | undefined {
  const [, width, height] = /\bviewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(text) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** Reads the first chunk of a WebP file: lossy, lossless or extended. */
function sizeOfWebp(data: Buffer): Size | undefined {
  const chunk = data.toString('latin1', 12, 16);
  if (chunk === 'VP8 ') return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
  if (chunk === 'VP8X') return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
  if (chunk !== 'VP8L') return undefined;
  const bits = data.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
