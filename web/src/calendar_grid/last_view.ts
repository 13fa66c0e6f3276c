// The view that was used last, on this device.

import type { View } from '../lib/dates';

// `app` is "calendar" or "planner".
export function lastView<Shown extends View>(
  app: string,
  views: readonly Shown[],
  otherwise: Shown,
): Shown {
  try {
    const kept = localStorage.getItem(keyOf(app));
    return views.find((view) => view === kept) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keepView(app: string, view: View): void {
  try {
    localStorage.setItem(keyOf(app), view);
  } catch {
    // A browser that keeps nothing begins with the usual view.
  }
}

function keyOf(app: string): string {
  return `norn.${app}.view`;
}
