// Light or dark, as the person prefers it on every device (preferences.svelte.ts). The last one that was shown is
// kept on this device, for the time before it is known who is there.

import type { PlannerPreferences } from './api_types';
import { readText, writeText } from './storage';

export type Theme = PlannerPreferences['theme'];

const key = 'norn.theme';

export function isTheme(value: unknown): value is Theme {
  return value === 'light' || value === 'dark' || value === 'auto';
}

export function startTheme(): void {
  const kept = readText(key);
  if (isTheme(kept)) draw(kept);
}

export function showTheme(theme: Theme): void {
  writeText(key, theme);
  draw(theme);
}

// Without one, it is the system's.
function draw(theme: Theme): void {
  if (typeof document === 'undefined') return;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
