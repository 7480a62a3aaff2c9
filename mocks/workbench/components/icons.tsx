/** The icons: strokes in a square of 16, drawn in the color of the text. */
const paths = {
  overview: 'M2 2.5h5v5H2zM9 2.5h5v3H9zM9 7.5h5v6H9zM2 9.5h5v4H2z',
  records:
    'M2 4c0-1.1 2.7-2 6-2s6 .9 6 2-2.7 2-6 2-6-.9-6-2zM2 4v8c0 1.1 2.7 2 6 2s6-.9 6-2V4M2 8c0 1.1 2.7 2 6 2s6-.9 6-2',
  requests: 'M3 5h10M10 2l3 3-3 3M13 11H3M6 8l-3 3 3 3',
  explorer: 'M2.5 3.5l4 4-4 4M8.5 12.5h5',
  failures: 'M9 1.5L3 9h4.5L7 14.5 13 7H8.5z',
  time: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.5V8l2.5 1.5',
  policies: 'M2 4h6M12 4h2M2 12h2M8 12h6M10 2v4M6 10v4M2 8h9M13 8h1M11 6v4',
  tokens: 'M10 2a4 4 0 0 0-3.8 5.2L2 11.4V14h2.6v-1.8h1.8v-1.8l1.4-1.4A4 4 0 1 0 10 2zM11 5v.01',
  filter: 'M2 3h12L9.5 8.5v4l-3 1.5V8.5z',
  layers: 'M8 1.5l6 3-6 3-6-3zM2 8l6 3 6-3M2 11.5l6 3 6-3',
  sandboxes: 'M8 1.5l5.5 3v7L8 14.5 2.5 11.5v-7zM2.5 4.5L8 7.5l5.5-3M8 7.5v7',
  search: 'M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2zM10.6 10.6L14 14',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M2.5 8.5l3.5 3.5 7.5-8',
  pause: 'M5 3v10M11 3v10',
  play: 'M4.5 2.5v11l9-5.5z',
  trash: 'M2.5 4h11M6 4V2h4v2M4 4l.7 10h6.6L12 4M6.7 6.8v4.4M9.3 6.8v4.4',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11',
  upload: 'M8 10.5v-8M4.5 6L8 2.5 11.5 6M2.5 13.5h11',
  add: 'M8 2.5v11M2.5 8h11',
  edit: 'M10.5 2.5l3 3L6 13l-3.7.7L3 10z',
  warning: 'M8 2L1.5 13.5h13zM8 6.5v3.2M8 11.6v.01',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M5.5 6a2.5 2.5 0 1 1 3.4 2.3c-.6.3-.9.7-.9 1.5M8 12.5v.01',
  window: 'M9.5 2.5h4v4M13.5 2.5L8 8M6.5 3.5h-4v10h10v-4',
  compare: 'M8 1.5v13M2 4h3.5v8H2zM10.5 4H14v8h-3.5z',
  send: 'M2 8l12-5.5L9.5 14 7.5 9z',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  columns: 'M2 2.5h12v11H2zM6 2.5v11M10 2.5v11',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  dock: 'M2 2.5h12v11H2zM2 9.5h12',
  back: 'M9.5 3L4.5 8l5 5',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon. The text next to it, or the label of its button, says what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

/** The sign of the workbench. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill="#3451d1" />
      <path d="M6 7.5h12M6 12h7M6 16.5h9" stroke="#fff" stroke-width="2.2" stroke-linecap="round" />
      <circle cx="17.5" cy="12" r="1.8" fill="#ffc53d" />
    </svg>
  );
}
