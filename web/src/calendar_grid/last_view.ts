// The view that was used last, on this device.

import type { View } from '../lib/dates';
import { readText, writeText } from '../lib/storage';

// `app` is "calendar" or "planner".
export function lastView<Shown extends View>(
  app: string,
  views: readonly Shown[],
  otherwise: Shown,
): Shown {
  const kept = readText(keyOf(app));
  return views.find((view) => view === kept) ?? otherwise;
}

export function keepView(app: string, view: View): void {
  writeText(keyOf(app), view);
}

function keyOf(app: string): string {
  return `norn.${app}.view`;
}
