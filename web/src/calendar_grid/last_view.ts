// The view that was used last, on this device.

import { isView, type View } from '../lib/dates';
import { readText, writeText } from '../lib/storage';

// `app` is "calendar" or "planner".
export function lastView(app: string, otherwise: View): View {
  const kept = readText(keyOf(app));
  return isView(kept) ? kept : otherwise;
}

export function keepView(app: string, view: View): void {
  writeText(keyOf(app), view);
}

function keyOf(app: string): string {
  return `norn.${app}.view`;
}
