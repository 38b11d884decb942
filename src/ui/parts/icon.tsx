import type { ReactElement } from "react";

/** Strokes of 24 x 24 pixels. */
const shapes = {
  features: "M4 6h10M4 12h16M4 18h7M18 4v4M15 16v4",
  environments: "M12 3 3 8l9 5 9-5-9-5ZM3 12l9 5 9-5M3 16l9 5 9-5",
  audits: "M12 7v5l3 2M4.5 9a8 8 0 1 1-.4 4M4 5v4h4",
  telemetry: "M4 19V5M4 19h16M8 15l3-4 3 2 5-6",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20",
  plus: "M12 5v14M5 12h14",
  minus: "M6 12h12",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  down: "m7 10 5 5 5-5",
  right: "m9 6 6 6-6 6",
  left: "m15 6-6 6 6 6",
  check: "m5 12.5 4.5 4.5L19 7.5",
  copy: "M9 9h10v10H9zM15 9V5H5v10h4",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-1",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  external: "M14 5h5v5M19 5l-8 8M17 14v5H5V7h5",
  compare: "M9 4v16M15 4v16M5 8l-2 2 2 2M19 8l2 2-2 2",
  key: "M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 13l9-9M16.5 7.5l3 3",
  menu: "M4 7h16M4 12h16M4 17h16",
  warning: "M12 4 2.5 20h19L12 4ZM12 10v4M12 17h.01",
  info: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 11v5M12 8h.01",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0",
  trash: "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M4 20h16",
  upload: "M12 16V4.5M7.5 9 12 4.5 16.5 9M4 20h16",
  inbox: "M4 13h5a3 3 0 0 0 6 0h5M4 13l3-8h10l3 8v6H4Z",
  actors: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0",
  people:
    "M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5a6.5 6.5 0 0 1 13 0M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.3",
  percent: "M18 6 6 18M7.5 9.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM16.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  everyone:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c3 3 3.2 14 0 17M12 3.5c-3 3-3.2 14 0 17",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2",
  code: "m9 8-4 4 4 4M15 8l4 4-4 4",
  tag: "M4 4h8l8 8-8 8-8-8ZM8 8h.01",
  link: "M10 14a4 4 0 0 0 5.6 0l3.2-3.2a4 4 0 0 0-5.6-5.6l-1 1M14 10a4 4 0 0 0-5.6 0l-3.2 3.2a4 4 0 0 0 5.6 5.6l1-1",
  program: "M5 8h14v11H5zM12 4v4M9.5 13h.01M14.5 13h.01",
  shield: "M12 3.5 5 6v6c0 4.5 3 7 7 8.5 4-1.5 7-4 7-8.5V6ZM9 12l2 2 4-4",
  help: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5a2.6 2.6 0 1 1 3.9 2.7c-.9.5-1.4 1-1.4 2M12 17h.01",
  gear: "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2 2M16 16l2 2M6 18l2-2M16 8l2-2",
  rows: "M4 6h16M4 12h16M4 18h16",
  tallRows: "M4 5h16v5H4zM4 14h16v5H4z",
  columns: "M4 5h16v14H4zM9.5 5v14M14.5 5v14",
  sort: "M12 5v14M6.5 13.5 12 19l5.5-5.5",
  up: "m7 14 5-5 5 5",
  start: "M12 20V10M7 14l5-5 5 5M5 5h14",
  steps: "M4 19h4v-5h5V9h5V4h3",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
} as const;

export type IconName = keyof typeof shapes;

/** An icon next to a text, or in a control with its own label: not read aloud. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg aria-hidden="true" className="icon" viewBox="0 0 24 24">
      <path d={shapes[name]} />
    </svg>
  );
}
