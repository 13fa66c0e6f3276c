// The icons of what is there before anybody is signed in: every page loads them. Icon.svelte has the others.

export const firstIcons = {
  close: 'M6 6l12 12M18 6L6 18',
  eye: 'M2.500 12c2.500-4.500 5.700-6.500 9.500-6.500s7 2 9.500 6.500c-2.500 4.500-5.700 6.500-9.500 6.500s-7-2-9.500-6.500zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  offline:
    'M3 3l18 18M5 12.500a10 10 0 0 1 4-2.300M19 12.500a10 10 0 0 0-5-2.700M8.500 16a5 5 0 0 1 7 0M12 19.500h.01',
} as const;
