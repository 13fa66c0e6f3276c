import { describe, expect, it } from 'vitest';
import type { AgendaKind } from '../../lib/agenda_types';
import { sentReminder } from '../test_parts';
import { reminderOf } from './reminder_of';

describe('a reminder', () => {
  it.each<[AgendaKind, string]>([
    ['event', 'Standup'],
    ['entry', 'Standup'],
    ['task', 'Due: Standup'],
    ['birthday', 'Birthday: Standup'],
    ['anniversary', 'Anniversary: Standup'],
    ['stay', 'Arrival: Cottage'],
  ])('says what it is of: %s', (kind, title) => {
    const sent = sentReminder('x');
    const owner = { kind: 'place' as const, id: 'p', name: 'Cottage' };
    expect(reminderOf({ ...sent, item: { ...sent.item, kind, owner } }).title).toBe(title);
  });
  it('has what is left out of the reply', () => {
    const sent = sentReminder('x');
    const owner = { kind: 'person' as const, id: 'nora' };
    const reminder = reminderOf({ ...sent, item: { ...sent.item, owner } });
    expect(reminder).toMatchObject({ location: null, color: null, isAllDay: false });
    expect(reminder.item.owner.name).toBe('');
    expect('startUtc' in reminder).toBe(false);
  });
});
