import { beforeEach, describe, expect, it } from 'vitest';
import { EntryCache } from './entry_cache';
import { entryOf, later } from './test_entries';

const november = { from: '2026-11-01', to: '2026-11-30' };
const old = entryOf({ id: 'a' });
const soon = '2026-11-15T13:00:05Z';
const changedEntry = later(old, { title: 'Dentist, Ada' }, soon);
const movedEntry = later(old, { calendarId: 'work' }, soon);

let cache: EntryCache;
const titles = () => cache.all(() => true).map((entry) => `${entry.calendarId}:${entry.title}`);

beforeEach(() => {
  cache = new EntryCache();
});

function load(...entries: (typeof old)[]) {
  cache.answer(cache.ask('home', november), entries);
}

describe('ranges', () => {
  it('knows what has been loaded, and only that', () => {
    expect(cache.missing('home', november)).toEqual([november]);
    load(old);
    expect(cache.missing('home', november)).toEqual([]);
    expect(cache.missing('work', november)).toEqual([november]);
    expect(cache.missing('home', { from: '2026-10-20', to: '2026-12-02' })).toEqual([
      { from: '2026-10-20', to: '2026-10-31' },
      { from: '2026-12-01', to: '2026-12-02' },
    ]);
  });

  it('does not take an entry outside for loaded days', () => {
    cache.applyChange(entryOf({ id: 'b', date: '2027-05-01' }));
    expect(cache.missing('home', { from: '2027-05-01', to: '2027-05-01' })).toHaveLength(1);
  });

  it('takes away what is not there any more on these days of this calendar', () => {
    const others = [
      entryOf({ id: 'b', date: '2026-12-24' }),
      entryOf({ id: 'c', calendarId: 'work' }),
    ];
    load(old);
    for (const other of others) cache.applyChange(other);
    const began = { type: 'MultiDay', start: '2026-10-30', end: '2026-11-02' } as const;
    cache.applyChange(entryOf({ id: 'd', date: '2026-10-30', kind: began }));
    load();
    expect(cache.all(() => true)).toEqual(others);
  });

  it('changes nothing when nothing has changed', () => {
    load(old);
    const before = cache.get('a');
    expect(cache.answer(cache.ask('home', november), [{ ...old }])).toBe(false);
    expect(cache.get('a')).toBe(before);
  });

  it('is not loaded when the reply does not come', () => {
    cache.answer(cache.ask('home', november), undefined);
    expect(cache.missing('home', november)).toEqual([november]);
  });

  it('keeps the newer of two calendars between which an entry moved', () => {
    const questions = [cache.ask('home', november), cache.ask('work', november)] as const;
    cache.answer(questions[1], [movedEntry]);
    cache.answer(questions[0], [old]);
    expect(titles()).toEqual(['work:Dentist']);
  });

  it('shows what was known while everything is invalid', () => {
    load(old);
    const early = cache.ask('home', { from: '2026-12-01', to: '2026-12-31' });
    expect(cache.invalidate().get('home')).toEqual([november]);
    cache.answer(early, [entryOf({ id: 'b', title: 'New year', date: '2026-12-31' })]);
    expect(titles()).toEqual(['home:Dentist', 'home:New year']);
    expect(cache.missing('home', { from: '2026-11-01', to: '2026-12-31' })).toHaveLength(1);
    load(changedEntry);
    expect(cache.missing('home', november)).toEqual([]);
  });
});

describe('a range that was asked for before', () => {
  const cases: [string, () => void, string[]][] = [
    ['a change', () => cache.applyChange(changedEntry), ['home:Dentist, Ada']],
    ['a deletion', () => cache.applyRemoval('home', 'a'), []],
    ['an own change', () => cache.confirm(changedEntry, old), ['home:Dentist, Ada']],
    ['an own deletion', () => cache.confirmDeleted('a'), []],
    ['a 404', () => cache.lose('a'), []],
    [
      'a move that is first gone',
      () => [cache.applyRemoval('home', 'a'), cache.applyChange(movedEntry)],
      ['work:Dentist'],
    ],
    [
      'a move that is first there',
      () => [cache.applyChange(movedEntry), cache.applyRemoval('home', 'a')],
      ['work:Dentist'],
    ],
  ];
  it.each(cases)('does not undo %s', (_name, happen, expected) => {
    load(old);
    const question = cache.ask('home', november);
    happen();
    cache.answer(question, [old]);
    expect(titles()).toEqual(expected);
  });

  it.each(cases)('does not undo %s when nothing was known', (_name, happen, expected) => {
    const question = cache.ask('home', november);
    happen();
    cache.answer(question, [old]);
    expect(titles()).toEqual(expected);
  });

  it('does not take away what was made meanwhile', () => {
    const question = cache.ask('home', november);
    cache.confirm(old, undefined);
    cache.answer(question, []);
    expect(titles()).toEqual(['home:Dentist']);
  });

  it('is passed over also when it comes after one that was asked for later', () => {
    load(old);
    const [first, second] = [cache.ask('home', november), cache.ask('home', november)] as const;
    cache.applyChange(changedEntry);
    cache.answer(second, [old]);
    cache.answer(first, [old]);
    expect(titles()).toEqual(['home:Dentist, Ada']);
  });

  it('may say more when it was asked for after the event', () => {
    load(old);
    cache.applyChange(changedEntry);
    load(later(changedEntry, { title: 'Dentist, Ben' }));
    expect(titles()).toEqual(['home:Dentist, Ben']);
  });
});

describe('events', () => {
  it('lets the newest state win, and within a second the last that was told', () => {
    cache.applyChange(changedEntry);
    cache.applyChange(old);
    expect(titles()).toEqual(['home:Dentist, Ada']);
    cache.applyChange(later(changedEntry, { title: 'Dentist, Ben' }));
    expect(titles()).toEqual(['home:Dentist, Ben']);
  });

  it('ignores that an entry is gone from where it is not', () => {
    cache.applyChange(movedEntry);
    expect(cache.applyRemoval('home', 'a')).toBe(false);
    expect(cache.applyRemoval('work', 'a')).toBe(true);
  });

  it('does not bring back what we deleted', () => {
    load(old);
    cache.confirmDeleted('a');
    cache.applyChange(changedEntry);
    expect(titles()).toEqual([]);
  });

  it('brings back what was restored: by us at once, by others after the event of the deletion', () => {
    load(old);
    cache.confirmDeleted('a');
    cache.confirmRestored(old);
    expect(titles()).toEqual(['home:Dentist']);
    cache.confirmDeleted('a');
    cache.applyRemoval('home', 'a');
    expect(titles()).toEqual([]);
    cache.applyChange(old);
    expect(titles()).toEqual(['home:Dentist']);
  });

  it('does not bring back what an own change replaced within the same second', () => {
    const first = later(old, { title: 'first' });
    const second = later(old, { title: 'second' });
    load(old);
    cache.confirm(first, old);
    cache.replaced(old.etag, first.etag);
    cache.confirm(second, first);
    cache.replaced(first.etag, second.etag);
    cache.applyChange(first);
    expect(titles()).toEqual(['home:second']);
    expect(cache.latestEtag(old.etag)).toBe(second.etag);
    // And back to the first state, which has its ETag again.
    cache.confirm(first, second);
    cache.replaced(second.etag, first.etag);
    cache.applyChange(first);
    expect(titles()).toEqual(['home:first']);
    expect(cache.latestEtag(second.etag)).toBe(first.etag);
  });

  it('does not let a late reply undo what somebody else did after it', () => {
    const ours = later(old, { title: 'ours' });
    const theirs = later(old, { title: 'theirs' });
    load(old);
    const before = cache.confirmed('a');
    cache.applyChange(ours);
    cache.applyChange(theirs);
    cache.confirm(ours, before);
    expect(titles()).toEqual(['home:theirs']);
  });
});

describe('a late reply', () => {
  const entry = entryOf({ id: 'a' });

  it('does not bring back what somebody deleted after it', () => {
    const cache = new EntryCache();
    cache.applyChange(entry);
    cache.applyChange(later(entry, { title: 'Mine' }));
    cache.applyRemoval('home', 'a');
    cache.confirm(later(entry, { title: 'Mine' }), entry);
    cache.applyRemoval('home', 'new');
    cache.confirm(entryOf({ id: 'new' }), undefined);
    expect(cache.all(() => true)).toEqual([]);
  });

  it('still says where an entry went that moved to another calendar, or came back', () => {
    const cache = new EntryCache();
    cache.applyChange(entry);
    cache.applyRemoval('home', 'a');
    const away = later(entry, { calendarId: 'work' });
    cache.confirm(away, entry);
    expect(cache.get('a')).toBe(away);
    cache.applyRemoval('work', 'a');
    cache.applyChange(entry);
    const mine = later(entry, { title: 'Mine' });
    cache.confirm(mine, entry);
    expect(cache.get('a')).toBe(mine);
  });
});

describe('own changes', () => {
  it('are shown over what is told until they are settled', () => {
    load(old);
    cache.expect('a', { ...old, title: 'mine' });
    cache.applyChange(changedEntry);
    load(changedEntry);
    expect(titles()).toEqual(['home:mine']);
    expect(cache.get('a')?.title).toBe('mine');
    cache.settle('a');
    expect(titles()).toEqual(['home:Dentist, Ada']);
  });

  it('hide what they delete', () => {
    load(old);
    cache.expect('a', null);
    expect(titles()).toEqual([]);
    expect(cache.get('a')).toBeUndefined();
    cache.settle('a');
    expect(titles()).toEqual(['home:Dentist']);
  });
});

describe('one entry that was asked for', () => {
  const nowhere = { from: '', to: '' };
  it('is known then', () => {
    expect(cache.answerOne(cache.ask('', nowhere), old)).toBe(true);
    expect(titles()).toEqual(['home:Dentist']);
  });

  it('stays gone when that was told meanwhile', () => {
    const question = cache.ask('', nowhere);
    cache.applyRemoval('home', 'a');
    expect(cache.answerOne(question, old)).toBe(false);
    expect(titles()).toEqual([]);
  });
});

describe('forgetting', () => {
  it('lets go of a calendar with everything that is under way', () => {
    load(old);
    const question = cache.ask('home', { from: '2026-12-01', to: '2026-12-31' });
    cache.forgetCalendar('home');
    cache.answer(question, [entryOf({ id: 'b', date: '2026-12-31' })]);
    expect(titles()).toEqual([]);
    expect(cache.missing('home', november)).toEqual([november]);
  });

  it('lets go of what is far away when there is too much', () => {
    load(old);
    expect(cache.trim(november)).toBe(false);
    const many = Array.from({ length: 20_001 }, (_, index) =>
      entryOf({ id: `far${index}`, date: '2020-01-01' }),
    );
    cache.answer(cache.ask('home', { from: '2020-01-01', to: '2020-01-31' }), many);
    expect(cache.trim(november)).toBe(true);
    expect(titles()).toEqual(['home:Dentist']);
    expect(cache.loaded('home')).toEqual([november]);
  });
});
