/** Drawn by hand on 24 by 24: this is smaller than a library of icons. */
export const iconStrokes = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  forward: 'M13 6l6 6-6 6M19 12H5',
  up: 'M6 11l6-6 6 6M12 5v14',
  down: 'M6 13l6 6 6-6M12 19V5',
  minus: 'M5 12h14',
  pencil: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19 4 20zM14 6.5l3.5 3.5',
  plus: 'M12 5v14M5 12h14',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-3.5 4-5 7.5-5s6.5 1.5 7.5 5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19c.8-3 3.3-4.5 6.5-4.5s5.7 1.5 6.5 4.5M16 4.5a3.5 3.5 0 0 1 0 6.2M17.5 14.7c2 .6 3.4 2 4 4.3',
  enter: 'M10 8l4 4-4 4M14 12H3M14 4h6v16h-6',
  leave: 'M14 8l4 4-4 4M18 12H8M11 4H4v16h7',
  wrench: 'M15.5 4.2a5 5 0 0 0-6 6.4L4 16.1a2.3 2.3 0 1 0 3.3 3.3l5.6-5.5a5 5 0 0 0 6.3-6l-3 3-3.1-.8-.8-3.1z',
  gauge: 'M4 19a9 9 0 1 1 16 0M12 14l4-5M12 15.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  message: 'M4 5h16v11H11l-4.5 4v-4H4z',
  sliders: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3.5V8M15 3.5V8',
  chart: 'M5 20V11M11 20V5M17 20v-6M3 20h18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  contrast: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v16M12 8h5M12 12h8M12 16h5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  cross: 'M6 6l12 12M18 6L6 18',
  phone:
    'M6 3.5h3.5l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 4.5 1.5V18a2.5 2.5 0 0 1-2.5 2.5A15 15 0 0 1 3.5 6 2.5 2.5 0 0 1 6 3.5z',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h2v2H9zM13 13h2v2h-2zM13 9h2M9 15v-2',
  shelf: 'M4 4v16M20 4v16M4 9.5h16M4 17h16M7.5 9.5V6h4v3.5M13 17v-4.5h3.5V17',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21',
  laptop: 'M5.5 5h13v10h-13zM3 19h18l-2.5-4h-13z',
  pin: 'M12 21c4-4.5 6.5-7.8 6.5-11a6.5 6.5 0 1 0-13 0c0 3.2 2.5 6.5 6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 2',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5zM10 20.5h4M12 3.5v2',
  send: 'M4 12l16-8-5 16-3.5-6.5z',
  back: 'M11 6l-6 6 6 6M5 12h14',
  more: 'M4.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0M18.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0',
  hourglass: 'M7 3.5h10M7 20.5h10M8 3.5c0 5 8 5.5 8 8.5s-8 3.5-8 8.5M16 3.5c0 5-8 5.5-8 8.5s8 3.5 8 8.5',
  document: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6',
  chevron: 'M9 6l6 6-6 6',
  inbox: 'M4 13l2.5-8h11L20 13v6H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20',
  cup: 'M5 9h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 10.5h1.5a2.25 2.25 0 0 1 0 4.5H16M8 3.5v2M12.5 3.5v2',
  compass: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM15.5 8.5l-2 5-5 2 2-5z',
  receipt: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  star: 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  join: 'M6 4v3c0 3 6 4 6 8v5M18 4v3c0 3-6 4-6 8M9 17l3 3 3-3',
  keyboard: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 14.5h8',
} as const

export type IconName = keyof typeof iconStrokes

/** How every stroke is drawn. */
export const strokeWidth = 1.75

/** An icon as a file of its own. */
export const iconSvg = (name: IconName, colour: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="81" height="81" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round"><path d="${iconStrokes[name]}"/></svg>`
