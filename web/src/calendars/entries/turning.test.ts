import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf } from '../../events/test_parts';
import { ApiError } from '../../lib/api';
import { data } from '../data.svelte';
import { entryOf } from './test_entries';
import { turnBack } from './turning';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: null } }));

const entry = entryOf({ id: 'a', title: 'Swimming' });
const series = eventOf({ id: 'mst_a', masterId: 'mst_a', kind: 'series', etag: 'v1' });
const said = expect.objectContaining({ title: 'Swimming', date: entry.date, kind: entry.kind });
const gone = new ApiError({ status: 404, title: '', detail: 'Gone.' });

beforeEach(() => vi.restoreAllMocks());

describe('undoing that an entry became a series', () => {
  it('sends what the entry said, in the version that the turn made', async () => {
    const turned = vi.spyOn(data, 'turnIntoEntry').mockResolvedValue(entry);
    expect(await turnBack(entry, series, entry.calendarId)).toBe(entry);
    expect(turned).toHaveBeenCalledWith(entry.calendarId, series, said);
  });

  it('brings it back from another calendar first', async () => {
    const back = { ...series, etag: 'v2' };
    const moved = vi.spyOn(data, 'moveEvent').mockResolvedValue(back);
    const turned = vi.spyOn(data, 'turnIntoEntry').mockResolvedValue(entry);
    await turnBack(entry, series, 'planner');
    expect(moved).toHaveBeenCalledWith('planner', series, entry.calendarId);
    expect(turned).toHaveBeenCalledWith(entry.calendarId, back, said);
  });

  it('was done already if the entry is there', async () => {
    vi.spyOn(data, 'turnIntoEntry').mockRejectedValue(gone);
    const find = vi.spyOn(data, 'find').mockResolvedValue(entry);
    expect(await turnBack(entry, series, entry.calendarId)).toBe(entry);
    find.mockResolvedValue(undefined);
    await expect(turnBack(entry, series, entry.calendarId)).rejects.toBe(gone);
  });
});
