// The view that was used last, on this device.

import { isView, type View } from '../lib/dates';
import { readText, writeText } from '../lib/storage';
import { phone } from '../ui/phone.svelte';

// `app` is "calendar" or "planner". Phones begin with the list.
export function usualView(app: string, atDesk: View): View {
  const kept = readText(keyOf(app));
  if (isView(kept)) return kept;
  return phone.isPhone ? 'list' : atDesk;
}

export function keepView(app: string, view: View): void {
  writeText(keyOf(app), view);
}

function keyOf(app: string): string {
  return `norn.${app}.view`;
}
