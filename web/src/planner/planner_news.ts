// What the events of the live stream say about the planner. docs/http_api.md has their data.

import type { LiveEvent } from '../lib/live';
import type { Reminder } from './types';

export interface Ear {
  // The stream has begun. Not resumed: whatever was loaded before may be old.
  began(resumed: boolean): void;
  // Something was missed, or an event was written or removed.
  changed(): void;
  preferences(): void;
  reminder(reminder: Reminder): void;
}

export function tell({ type, data }: LiveEvent, ear: Ear): void {
  switch (type) {
    case 'hello':
      ear.began((data as { resumed: boolean }).resumed);
      break;
    case 'reset':
    case 'planner':
      ear.changed();
      break;
    case 'planner-preferences':
      ear.preferences();
      break;
    case 'reminder':
      ear.reminder(data as Reminder);
  }
}
