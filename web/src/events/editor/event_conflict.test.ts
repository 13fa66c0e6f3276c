import { describe, expect, it } from 'vitest';
import { allOf, firstChoices } from '../../lib/versions';
import { formOfChoices, rowsOf, type EventConflict } from './event_conflict';
import { formOfEvent } from './event_form';
import { preferences, testEvent } from './event_test_data';

const base = formOfEvent(testEvent(), preferences);
const mine = { ...base, title: 'Talk', endTime: '17:00', tags: ['work'] };
const current = testEvent({
  title: 'Chat',
  location: 'Room 7',
  tags: ['home'],
  rrule: 'FREQ=WEEKLY',
  reminderMinutes: [60, 0],
});
const conflict: EventConflict = { base, mine, current, isNewer: false };
const rows = rowsOf(conflict, preferences, false);
const differing = rows.filter((row) => row.differs);

describe('two versions', () => {
  it('are compared field by field, in words', () => {
    expect(differing.map(({ field, mine: ours, theirs }) => [field, ours, theirs])).toEqual([
      ['title', 'Talk', 'Chat'],
      [
        'when',
        'Tuesday, 17 November 2026, 15:00 – 17:00 in New York',
        'Tuesday, 17 November 2026, 15:00 – 16:30 in New York',
      ],
      ['rrule', '', 'Every week on Tuesday'],
      ['location', '', 'Room 7'],
      ['tags', '#work', '#home'],
      ['reminders', '', 'At start, 1 hour before'],
    ]);
  });

  it('say who changed what', () => {
    const changedBy = Object.fromEntries(differing.map((row) => [row.field, row.changedBy]));
    expect(changedBy).toEqual({
      title: 'both',
      when: 'me',
      rrule: 'them',
      location: 'them',
      tags: 'both',
      reminders: 'them',
    });
  });

  it('begin with what each side changed alone, and mine where both did', () => {
    expect(firstChoices(rows)).toEqual({
      title: 'mine',
      when: 'mine',
      rrule: 'theirs',
      location: 'theirs',
      tags: 'mine',
      reminders: 'theirs',
    });
  });
});

describe('a choice', () => {
  const theirs = formOfEvent(current, preferences);

  it('is theirs with what was chosen of mine', () => {
    const form = formOfChoices(theirs, mine, firstChoices(rows));
    expect(form).toEqual({ ...theirs, title: 'Talk', endTime: '17:00', tags: ['work'] });
  });

  it('can be all of one side', () => {
    expect(formOfChoices(theirs, mine, allOf(rows, 'theirs'))).toEqual(theirs);
    expect(formOfChoices(theirs, mine, allOf(rows, 'mine'))).toEqual(mine);
  });
});
