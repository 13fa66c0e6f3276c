// What goes with an account, in words.

import { t } from '../../lib/messages';
import type { AccountLoss } from '../types';

// "the calendar “Home”", "12 events in your planner". An app of which this page knows no words has its own.
export function lossText({ kind, name, count }: AccountLoss): string {
  const { losses } = t.accounts.deletion;
  if (name !== null) {
    if (kind === 'calendar') return losses.calendar({ name });
    if (kind === 'place') return losses.place({ name });
    return losses.other({ kind, name });
  }
  if (kind === 'event') return losses.events({ count });
  if (kind === 'plannerTask') return losses.plannerTasks({ count });
  if (kind === 'stay') return losses.stays({ count });
  return losses.others({ kind, count: String(count) });
}
