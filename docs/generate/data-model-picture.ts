/** Draws the tables and their references: `npm run docs:generate` writes docs/public/data-model.svg. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metadata, tableNames } from '../../mocks/store/metadata.ts';
import type { TableName } from '../../mocks/store/row-types.ts';
import { contract } from '../../src/contract/index.ts';

/** The centers of the boxes. The picture leaves out workspaces, and payment terms, which refer to nothing. */
const places: Partial<Record<TableName, readonly [x: number, y: number]>> = {
  customers: [238, 72],
  contacts: [104, 232],
  addresses: [372, 232],
  catalogs: [476, 72],
  categories: [652, 72],
  discounts: [868, 152],
  productParents: [564, 182],
  products: [564, 282],
  prices: [564, 392],
  pricebooks: [868, 320],
  currencies: [868, 436],
  taxes: [254, 348],
  billingFrequencies: [254, 436],
};

const size = { width: 156, height: 44 };

/** A table whose records no operation returns. */
const isHidden = (name: TableName): boolean => !(name in contract);

export function drawDataModel(): string {
  const shown = tableNames.filter((name) => name in places);
  const lines = shown.flatMap((name) =>
    Object.entries(metadata[name].foreignKeys).map(([column, target]) => line(name, column, target)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 488" role="img" aria-labelledby="name about">
  <title id="name">The records and their references</title>
  <desc id="about">${shown.flatMap(sentence).join(' ')}</desc>
  <style>
    text { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; text-anchor: middle; }
    .name { font-weight: 600; font-size: 15px; fill: #1f2430; }
    .column { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 11.5px; fill: #4a5160; stroke: #fbfbfd; stroke-width: 5; paint-order: stroke; }
    rect { fill: #e8edff; stroke: #5b74d6; stroke-width: 1.5; }
    .hidden rect { fill: #f0f1f5; stroke: #9aa3b5; stroke-dasharray: 4 3; }
    .panel { fill: #fbfbfd; stroke: #d5d9e2; }
    path { fill: none; stroke: #3451b2; stroke-width: 1.6; }
    .head { fill: #3451b2; stroke: none; }
  </style>
  <defs>
    <marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path class="head" d="M0 0L8 4L0 8z" />
    </marker>
  </defs>
  <rect class="panel" x="0.75" y="0.75" width="958.5" height="486.5" rx="14" />
${[...lines.map(({ path }) => path), ...shown.map(box), ...lines.map(({ label }) => label)].map((part) => `  ${part}\n`).join('')}</svg>
`;
}

function placeOf(name: TableName): readonly [x: number, y: number] {
  const place = places[name];
  if (!place) throw new Error(`${name}: must have a place in the picture, received none`);
  return place;
}

function box(name: TableName): string {
  const [x, y] = placeOf(name);
  const { width, height } = size;
  const rect = `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8" />`;
  const text = `<text class="name" x="${x}" y="${y + 5}">${metadata[name].label}</text>`;
  return `<g${isHidden(name) ? ' class="hidden"' : ''}>${rect}${text}</g>`;
}

/** Draws a reference as a line between the edges of two boxes, or as a loop. */
function line(from: TableName, column: string, to: TableName): { readonly path: string; readonly label: string } {
  const [x1, y1] = placeOf(from);
  const [x2, y2] = placeOf(to);
  const label = (x: number, y: number) => `<text class="column" x="${x}" y="${y}">${column}</text>`;
  if (from === to) {
    const right = x1 + size.width / 2;
    // Above the boxes in the first row, and below the others.
    const side = y1 < 100 ? -1 : 1;
    const edge = y1 + (side * size.height) / 2;
    const path = `<path d="M${right - 34} ${edge} v${side * 16} h54 v${side * -38} h-20" marker-end="url(#end)" />`;
    return { path, label: label(right - 34, edge + side * 16 + 4) };
  }
  const [dx, dy] = [x2 - x1, y2 - y1];
  // The share of the way from the center of a box to its edge.
  const share = Math.min(size.width / 2 / Math.abs(dx), size.height / 2 / Math.abs(dy));
  const [startX, startY] = [x1 + dx * share, y1 + dy * share];
  const [endX, endY] = [x2 - dx * share, y2 - dy * share];
  return {
    path: `<path d="M${round(startX)} ${round(startY)} L${round(endX)} ${round(endY)}" marker-end="url(#end)" />`,
    label: label(round((startX + endX) / 2), round((startY + endY) / 2 + 4)),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Describes the references of a table. */
function sentence(name: TableName): string[] {
  const targets = [...new Set(Object.values(metadata[name].foreignKeys))].map((target) =>
    metadata[target].label.toLowerCase(),
  );
  return targets.length === 0 ? [] : [`${metadata[name].label} refers to: ${targets.join(', ')}.`];
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../public/data-model.svg'), drawDataModel());
