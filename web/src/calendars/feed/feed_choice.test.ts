import { describe, expect, it, vi } from 'vitest';
import { FeedChoice } from './feed_choice.svelte';

function apiWith(exists: boolean, calendarIds: string[] = []) {
  const created = { url: 'https://norn.example/ical/secret/calendars.ics' };
  return {
    calendarsFeed: vi.fn(async () => ({ exists, calendarIds })),
    createCalendarsFeed: vi.fn(async () => created),
    chooseFeedCalendars: vi.fn(async (ids: readonly string[]) => ({
      exists: true,
      calendarIds: [...ids],
    })),
    removeCalendarsFeed: vi.fn(async () => undefined),
  };
}

describe('the calendars of a feed', () => {
  it('are those in sight until there is a link', async () => {
    const api = apiWith(false);
    const choice = new FeedChoice(api, ['a', 'b']);
    await choice.read();
    await choice.choose('b', false);
    await choice.choose('c', true);
    expect(api.chooseFeedCalendars).not.toHaveBeenCalled();
    await choice.create();
    expect(api.createCalendarsFeed).toHaveBeenCalledWith(['a', 'c']);
  });
  it('are those of the link, which stays when they change', async () => {
    const api = apiWith(true, ['b']);
    const choice = new FeedChoice(api, ['a']);
    await choice.read();
    expect(choice.ids).toEqual(['b']);
    await choice.choose('a', true);
    expect(api.chooseFeedCalendars).toHaveBeenLastCalledWith(['b', 'a']);
    await choice.read();
    expect(choice.ids).toEqual(['b', 'a']);
    await choice.remove();
    await choice.choose('a', false);
    expect(api.chooseFeedCalendars).toHaveBeenCalledTimes(1);
  });
  it('say why they could not be changed', async () => {
    const api = apiWith(true, ['b']);
    const choice = new FeedChoice(api, []);
    await choice.read();
    api.chooseFeedCalendars.mockRejectedValueOnce(new Error('Choose at least one.'));
    await choice.choose('b', false);
    expect(choice.failure).toBe('Choose at least one.');
    await choice.choose('b', true);
    expect(choice.failure).toBe('');
  });
});
