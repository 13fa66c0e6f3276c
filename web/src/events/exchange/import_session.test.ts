import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { countWords, fileProblem, ImportSession } from './import_session.svelte';
import { startWords } from './import_words';
import { pending, testApi } from '../test_parts';
import type { ImportReport } from '../types';

const calendar = (name = 'a.ics') => new File(['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'], name);
const report = (change: Partial<ImportReport> = {}): ImportReport => ({
  created: 2,
  updated: 1,
  unchanged: 0,
  skipped: 0,
  notes: [],
  events: [],
  ...change,
});

function start(run = vi.fn(async () => report())) {
  const refresh = vi.fn(async () => undefined);
  return { session: new ImportSession({ api: testApi({ import: run }), refresh }), run, refresh };
}

describe('a file that is to be imported', () => {
  it('begins as a calendar does', async () => {
    expect(await fileProblem(calendar())).toBeUndefined();
    expect(await fileProblem(new File(['\uFEFF\r\nbegin:vcalendar\n'], 'a.ics'))).toBeUndefined();
    expect(await fileProblem(new File(['PK..'], 'a.zip'))).toContain(
      '“a.zip” is not a calendar file',
    );
    expect(await fileProblem(new File([], 'a.ics'))).toContain('is empty');
  });
  it('is not too large', async () => {
    const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.ics');
    expect(await fileProblem(large)).toContain('10.0 MB; at most 10 MB');
  });
});

describe('importing', () => {
  it('tries first, and changes nothing by it', async () => {
    const { session, run, refresh } = start();
    const file = calendar();
    await session.check(file);
    expect(run.mock.calls).toEqual([[file, true]]);
    expect([session.step, session.hasChanges]).toEqual(['checked', true]);
    expect(refresh).not.toHaveBeenCalled();
    await session.run();
    expect(run.mock.calls[1]).toEqual([file, false]);
    expect(session.step).toBe('done');
    expect(refresh).toHaveBeenCalledTimes(1);
  });
  it('sends nothing that is no calendar', async () => {
    const { session, run } = start();
    await session.check(new File(['hello'], 'a.txt'));
    expect(run).not.toHaveBeenCalled();
    expect([session.step, session.failure]).toEqual(['choose', expect.stringContaining('a.txt')]);
  });
  it('says what the server says', async () => {
    const problem = { title: '', detail: 'Line 3 has no colon.' };
    const run = vi.fn().mockRejectedValueOnce(new ApiError({ ...problem, status: 400 }));
    const { session } = start(run);
    await session.check(calendar());
    expect(session.failure).toBe('Line 3 has no colon.');
    run.mockRejectedValueOnce(new ApiError({ ...problem, status: 413 }));
    await session.check(calendar('b.ics'));
    expect(session.failure).toContain('“b.ics” is too large');
  });
  it('can be tried again when it fails in the middle', async () => {
    const run = vi.fn().mockResolvedValueOnce(report()).mockRejectedValueOnce(new Error('gone'));
    const { session } = start(run);
    await session.check(calendar());
    await session.run();
    expect([session.step, session.failure]).toEqual(['checked', 'gone']);
    run.mockResolvedValueOnce(report());
    await session.run();
    expect([session.step, session.failure]).toEqual(['done', '']);
  });
  it('hears only of the file that was chosen last', async () => {
    const first = pending<ImportReport>();
    const run = vi.fn().mockReturnValueOnce(first.promise).mockResolvedValueOnce(report());
    const { session } = start(run);
    const checking = session.check(calendar('first.ics'));
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    await session.check(calendar('second.ics'));
    first.resolve(report({ created: 99 }));
    await checking;
    expect([session.file?.name, session.report?.created]).toEqual(['second.ics', 2]);
  });
  it('has nothing to do where nothing is new', async () => {
    const { session } = start(vi.fn(async () => report({ created: 0, updated: 0, unchanged: 5 })));
    await session.check(calendar());
    expect(session.hasChanges).toBe(false);
  });
});

describe('a report in words', () => {
  it('has only what there is', () => {
    expect(countWords(report(), false)).toBe('2 new and 1 changed.');
    expect(countWords(report({ unchanged: 3, skipped: 4 }), true)).toBe(
      '2 added, 1 changed, 3 unchanged and 4 skipped.',
    );
    expect(countWords(report({ created: 0, updated: 0 }), false)).toBe(
      'There are no events in this file.',
    );
  });
  it('says when an event starts', () => {
    expect(startWords('2026-11-20', false)).toMatch(/20.*Nov.*2026|Nov.*20.*2026/);
    expect(startWords('2026-11-20T09:00:00', false)).toMatch(/, 9:00$/);
    expect(startWords('2026-11-20T09:00:00Z', false)).toMatch(/, 9:00 UTC$/);
    expect(startWords('soon', false)).toBe('soon');
  });
});
