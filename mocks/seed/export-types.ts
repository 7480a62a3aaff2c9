/** The formats of an export, with their media types. */
export const exportTypes = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
} as const;

export type ExportFormat = keyof typeof exportTypes;

export const exportFormats = Object.keys(exportTypes) as readonly ExportFormat[];
