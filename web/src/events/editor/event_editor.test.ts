import { describe, expect, it, vi, type Mock } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import { EventEditor } from './event_editor.svelte';
import { preferences, testEvent, testOccurrence } from './event_test_data';
import { scopeQuestions } from '../changes/scope_question.svelte';
import type { EventHome, PlannerEvent, Scope } from '../types';

type Change = EventHome['change'];

interface Fakes {
  get: Mock<EventHome['get']>;
  create: Mock<EventHome['create']>;
  change: Mock<EventHome['change']>;
  remove: Mock<EventHome['remove']>;
  restore: Mock<EventHome['restore']>;
}

function fakeData(change: Partial<Fakes> = {}): Fakes {
  return {
    get: vi.fn<EventHome['get']>(async () =>
      testEvent({ id: 'mst_1', kind: 'series', rrule: 'FREQ=WEEKLY;BYDAY=TU' }),
    ),
    create: vi.fn<EventHome['create']>(async () => testEvent()),
    change: vi.fn<EventHome['change']>(async () => testEvent({ etag: 'v2' })),
    remove: vi.fn<EventHome['remove']>(async () => undefined),
    restore: vi.fn<EventHome['restore']>(async () => testOccurrence({ etag: 'v2.0' })),
    ...change,
  };
}

// The editor uses no more of the data than these.
function asData(fakes: Fakes): EventHome {
  return fakes as unknown as EventHome;
}

function editing(event: PlannerEvent, data = fakeData()) {
  return { data, editor: new EventEditor(asData(data), preferences, { event }) };
}

function conflictWith(current: PlannerEvent): ApiError {
  return new ApiError({ status: 409, title: '', detail: 'It was changed meanwhile.', current });
}

// Answers the question which occurrences are meant, once it is asked.
async function answer(scope: Scope | undefined): Promise<readonly Scope[]> {
  await vi.waitFor(() => expect(scopeQuestions.open).toBeDefined());
  const scopes = scopeQuestions.open?.scopes ?? [];
  scopeQuestions.answer(scope);
  return scopes;
}

describe('a new event', () => {
  const draft = { start: '2026-11-17T09:00', isAllDay: false };

  it('is not sent without a title', async () => {
    const data = fakeData();
    const editor = new EventEditor(asData(data), preferences, { draft });
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems.title).toBe('Give it a title.');
    expect(data.create).not.toHaveBeenCalled();
  });

  it('is created once, however often it is tried', async () => {
    const data = fakeData({
      create: vi.fn().mockRejectedValueOnce(new OfflineError()).mockResolvedValue(testEvent()),
    });
    const editor = new EventEditor(asData(data), preferences, { draft });
    editor.form.title = 'Call';
    expect(await editor.save()).toBeUndefined();
    expect(editor.isOffline).toBe(true);
    expect(editor.form.title).toBe('Call');
    expect(await editor.save()).toBeDefined();
    const keys = data.create.mock.calls.map(([, key]) => key);
    expect(keys[0]).toBe(keys[1]);
    editor.form.title = 'Another';
    await editor.save();
    expect(data.create.mock.calls[2]?.[1]).not.toBe(keys[0]);
  });

  it('of whole days does not remind, unless somebody says so', () => {
    const editor = new EventEditor(asData(fakeData()), preferences, { draft });
    expect(editor.form.reminders).toEqual([10]);
    editor.setAllDay(true);
    expect(editor.form.reminders).toEqual([]);
    editor.setAllDay(false);
    editor.form.reminders = [5];
    editor.setAllDay(true);
    expect(editor.form.reminders).toEqual([5]);
  });

  it('takes its rule along when its day moves', () => {
    const editor = new EventEditor(asData(fakeData()), preferences, { draft });
    editor.form.rrule = 'FREQ=WEEKLY;BYDAY=TU';
    editor.setTimes({ startDate: '2026-11-18' });
    expect(editor.form.rrule).toBe('FREQ=WEEKLY;BYDAY=WE');
  });
});

describe('an event', () => {
  it('is not sent when nothing was changed', async () => {
    const { editor, data } = editing(testEvent());
    expect(editor.isChanged).toBe(false);
    expect(await editor.save()).toBeDefined();
    expect(data.change).not.toHaveBeenCalled();
  });

  it('is changed on top of what was seen, and nobody is asked', async () => {
    const { editor, data } = editing(testEvent());
    editor.form.location = 'Room 4';
    await editor.save();
    expect(data.change).toHaveBeenCalledWith('evt_1', 'v1', { location: 'Room 4' }, undefined);
    expect(scopeQuestions.open).toBeUndefined();
  });

  it('shows what the server says at the field that it is about', async () => {
    const problem = new ApiError({ status: 422, title: '', detail: 'Too often.', field: 'rrule' });
    const { editor } = editing(
      testEvent(),
      fakeData({ change: vi.fn().mockRejectedValue(problem) }),
    );
    editor.form.rrule = 'FREQ=SECONDLY';
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems).toEqual({ rrule: 'Too often.' });
  });

  it('that is gone can be saved as a new one', async () => {
    const gone = new ApiError({ status: 404, title: '', detail: 'Not there.' });
    const { editor, data } = editing(
      testEvent(),
      fakeData({ change: vi.fn().mockRejectedValue(gone) }),
    );
    editor.form.title = 'Talk';
    await editor.save();
    expect(editor.isGone).toBe(true);
    expect(await editor.saveAsNew()).toBeDefined();
    expect(data.create.mock.calls[0]?.[0]).toMatchObject({ title: 'Talk' });
  });
});

describe('a conflict', () => {
  it('shows both versions, and saves the choice on top of the newer one', async () => {
    const current = testEvent({ title: 'Chat', location: 'Room 7', etag: 'v5' });
    const data = fakeData({
      change: vi
        .fn<Change>()
        .mockRejectedValueOnce(conflictWith(current))
        .mockResolvedValue(testEvent({ etag: 'v6' })),
    });
    const { editor } = editing(testEvent(), data);
    editor.form.title = 'Talk';
    expect(await editor.save()).toBeUndefined();
    expect(editor.conflict?.current).toBe(current);
    expect(editor.conflict?.mine.title).toBe('Talk');
    const chosen = { ...editor.form, location: 'Room 7' };
    expect(await editor.resolve(current, chosen)).toBeDefined();
    expect(data.change).toHaveBeenLastCalledWith('evt_1', 'v5', { title: 'Talk' }, undefined);
    expect(editor.conflict).toBeUndefined();
  });

  it('that comes again is shown again, and says so', async () => {
    const first = testEvent({ title: 'Chat', etag: 'v5' });
    const second = testEvent({ title: 'Chat again', etag: 'v6' });
    const data = fakeData({
      change: vi
        .fn<Change>()
        .mockRejectedValueOnce(conflictWith(first))
        .mockRejectedValueOnce(conflictWith(second)),
    });
    const { editor } = editing(testEvent(), data);
    editor.form.title = 'Talk';
    await editor.save();
    await editor.resolve(first, { ...editor.form });
    expect(editor.conflict).toMatchObject({ current: second, isNewer: true });
  });

  it('in which nothing of mine is kept sends nothing', async () => {
    const current = testEvent({ title: 'Chat', etag: 'v5' });
    const data = fakeData({ change: vi.fn<Change>().mockRejectedValueOnce(conflictWith(current)) });
    const { editor } = editing(testEvent(), data);
    editor.form.title = 'Talk';
    await editor.save();
    expect(await editor.resolve(current, { ...editor.form, title: 'Chat' })).toBe(current);
    expect(data.change).toHaveBeenCalledTimes(1);
  });

  it('without another version is only told', async () => {
    const problem = new ApiError({ status: 409, title: '', detail: 'Too many exceptions.' });
    const { editor } = editing(
      testEvent(),
      fakeData({ change: vi.fn().mockRejectedValue(problem) }),
    );
    editor.form.title = 'Talk';
    await editor.save();
    expect(editor.conflict).toBeUndefined();
    expect(editor.failure).toBe('Too many exceptions.');
  });
});

describe('an occurrence', () => {
  it('asks which ones are meant', async () => {
    const { editor, data } = editing(testOccurrence());
    editor.form.title = 'Talk';
    const saving = editor.save();
    expect(await answer('following')).toEqual(['this', 'following', 'all']);
    expect(await saving).toBeDefined();
    expect(data.change).toHaveBeenCalledWith(
      'inst_20261117_1',
      'v1.0',
      { title: 'Talk' },
      'following',
    );
  });

  it('is not saved when the question is not answered', async () => {
    const { editor, data } = editing(testOccurrence());
    editor.form.title = 'Talk';
    const saving = editor.save();
    await answer(undefined);
    expect(await saving).toBeUndefined();
    expect(editor.isBusy).toBe(false);
    expect(data.change).not.toHaveBeenCalled();
  });

  it('does not have a rule of its own', async () => {
    const { editor } = editing(testOccurrence());
    editor.form.rrule = 'FREQ=DAILY';
    const saving = editor.save();
    expect(await answer('all')).toEqual(['following', 'all']);
    await saving;
  });

  it('is what is left of a series that repeats no more, until that is undone', async () => {
    const series = testEvent({
      id: 'mst_1',
      kind: 'series',
      title: 'Standup',
      rrule: 'FREQ=WEEKLY;BYDAY=TU',
      exdate: ['20261124'],
    });
    const special = testOccurrence({ id: 'inst_20261201_1', title: 'Review', isException: true });
    const left = testEvent({ id: 'evt_9', etag: 'v1' });
    const again = testEvent({ id: 'mst_2', kind: 'series' });
    const change = vi.fn<Change>().mockResolvedValueOnce(left).mockResolvedValue(again);
    const data = {
      ...fakeData({ change }),
      api: { series: async () => ({ series, exceptions: [special] }) },
    };
    const { editor } = editing(testOccurrence({ rrule: 'FREQ=WEEKLY;BYDAY=TU' }), data);
    editor.form.rrule = '';
    const saving = editor.save();
    expect(await answer('all')).toEqual(['all']);
    expect(await saving).toBe(left);
    expect(change).toHaveBeenCalledWith('inst_20261117_1', 'v1.0', { rrule: null }, 'all');
    await editor.undoSave?.(left);
    const [, back, exception] = change.mock.calls;
    expect(back?.slice(0, 2)).toEqual(['evt_9', 'v1']);
    expect(back?.[2]).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=TU', exdate: ['20261124'] });
    expect(exception?.[0]).toBe('inst_20261201_2');
    expect(exception?.[2]).toMatchObject({ title: 'Review' });
  });

  it('can be moved without its series', () => {
    const { editor } = editing(testOccurrence());
    editor.setTimes({ startDate: '2026-11-19', endDate: '2026-11-19' });
    expect(editor.hasOtherRule).toBe(false);
  });

  it('knows the start of its series, for what the rule means', async () => {
    const series = testEvent({ id: 'mst_1', kind: 'series', startLocal: '2026-11-03T15:00:00' });
    const { editor } = editing(testOccurrence(), fakeData({ get: vi.fn(async () => series) }));
    expect(editor.ruleStart.date).toBe('2026-11-17');
    await vi.waitFor(() => expect(editor.ruleStart.date).toBe('2026-11-03'));
  });

  it('is deleted alone or with others', async () => {
    const { editor, data } = editing(testOccurrence());
    const removing = editor.remove();
    await answer('this');
    expect(await removing).toBe(true);
    expect(data.remove).toHaveBeenCalledWith('inst_20261117_1', 'v1.0', 'this');
  });

  it('becomes what its series says', async () => {
    const exception = testOccurrence({ isException: true, title: 'Other', etag: 'v1.1' });
    const { editor, data } = editing(exception);
    editor.form.title = 'Something else';
    await editor.restore();
    expect(data.restore).toHaveBeenCalledWith('inst_20261117_1', 'v1.1');
    expect(editor.form.title).toBe('Call');
    expect(editor.isChanged).toBe(false);
  });
});

describe('deleting', () => {
  it('an event asks nothing', async () => {
    const { editor, data } = editing(testEvent());
    expect(await editor.remove()).toBe(true);
    expect(data.remove).toHaveBeenCalledWith('evt_1', 'v1', undefined);
  });

  it('what was changed meanwhile shows how it is now, and deletes nothing', async () => {
    const current = testEvent({ title: 'Chat', etag: 'v5' });
    const { editor } = editing(
      testEvent(),
      fakeData({ remove: vi.fn().mockRejectedValue(conflictWith(current)) }),
    );
    expect(await editor.remove()).toBe(false);
    expect(editor.form.title).toBe('Chat');
    expect(editor.base?.etag).toBe('v5');
    expect(editor.failure).toContain('changed');
  });

  it('what was changed meanwhile keeps what was written here', async () => {
    const current = testEvent({ title: 'Chat', etag: 'v5' });
    const { editor } = editing(
      testEvent(),
      fakeData({ remove: vi.fn().mockRejectedValue(conflictWith(current)) }),
    );
    editor.form.location = 'Room 4';
    expect(await editor.remove()).toBe(false);
    expect(editor.conflict).toMatchObject({ current, mine: { location: 'Room 4' } });
  });

  it('what is gone already is done', async () => {
    const gone = new ApiError({ status: 404, title: '', detail: 'Not there.' });
    const { editor } = editing(testEvent(), fakeData({ remove: vi.fn().mockRejectedValue(gone) }));
    expect(await editor.remove()).toBe(true);
  });
});
