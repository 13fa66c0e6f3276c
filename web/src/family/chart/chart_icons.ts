// The icons of a chart, on the grid of ui/Icon.svelte.

export const chartIcons = {
  addParent: 'M12 21v-8M7.500 17.500L12 13l4.500 4.500M12 3v6M9 6h6',
  addChild: 'M12 3v8M7.500 6.500L12 11l4.500-4.500M12 15v6M9 18h6',
  addPartner: 'M3 12h8M7 8l4 4-4 4M18 9v6M15 12h6',
  centre: 'M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM12 2.500v6M12 15.500v6M2.500 12h6M15.500 12h6',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
} as const;
