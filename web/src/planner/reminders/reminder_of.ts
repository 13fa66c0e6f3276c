// A reminder of the server as the bell shows it, in words that say what it is of.

import type { AgendaItem } from '../../lib/agenda_types';
import type * as api from '../../lib/api_types';
import { t } from '../../lib/messages';
import type { Reminder } from '../types';

export function reminderOf({ id, dueAt, snoozedUntil, item: sent }: api.Reminder): Reminder {
  const item: AgendaItem = { ...sent, owner: { name: '', ...sent.owner } };
  return {
    ...{ id, dueAt, item },
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
    ...(item.startUtc === undefined ? {} : { startUtc: item.startUtc }),
    title: titleOf(item),
    start: item.start,
    isAllDay: item.allDay,
    location: item.location ?? null,
    color: item.color ?? null,
  };
}

function titleOf({ kind, title, owner }: AgendaItem): string {
  const words = t.planner.reminders.titles;
  switch (kind) {
    case 'birthday':
      return words.birthday({ title });
    case 'anniversary':
      return words.anniversary({ title });
    case 'stay':
      return words.stay({ place: owner.name });
    case 'task':
      return words.task({ title });
    default:
      return title;
  }
}
