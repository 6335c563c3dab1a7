import type { FallbackLogo } from '@hopscope/contract';

/** Drawings in place of a logo, one per entity type: strokes in a square of 24. */
export const fallbackLogoPaths: Readonly<Record<FallbackLogo, string>> = {
  exchange: 'M4 9h14l-4-4M20 15H6l4 4',
  pool: 'M4 17h7v4H4zM13 17h7v4h-7zM8.5 10h7v4h-7zM12 3v4M9 5l3 2 3-2',
  mixer: 'M3 7c7 0 11 10 18 10M3 17c7 0 11-10 18-10M18 4l3 3-3 3M18 14l3 3-3 3',
  sanctioned: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11',
  illicit: 'M12 4 21 19.5H3zM12 10v4.5M12 17v.3',
  wallet: 'M4 8h16v11H4zM4 8l10-4v4M15 13.5h5',
  defi: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  gambling: 'M5 5h14v14H5zM9 9v.2M15 15v.2M12 12v.2M15 9v.2M9 15v.2',
  payment: 'M3 6h18v12H3zM3 10.5h18M7 14.5h4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  country: 'M6 21V4c4-2 8 2 12 0v10c-4 2-8-2-12 0',
  entity: 'M5 21V6l7-3 7 3v15zM9.5 21v-4.5h5V21M9.5 9h.2M14.3 9h.2M9.5 12.5h.2M14.3 12.5h.2',
};
