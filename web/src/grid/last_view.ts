// The view that was used last, on this device.

import type { View } from '../lib/dates';
import { isView } from './addresses';

const key = 'norn.calendar.view';

export function lastView(isPhone: boolean): View {
  const otherwise = isPhone ? 'list' : 'month';
  try {
    const kept = localStorage.getItem(key);
    return isView(kept) ? kept : otherwise;
  } catch {
    return otherwise;
  }
}

export function keepView(view: View): void {
  try {
    localStorage.setItem(key, view);
  } catch {
    // A browser that keeps nothing begins with the usual view.
  }
}
