import { describe, expect, it, vi } from 'vitest';
import { FeedSession, readWords, webcalAddress } from './feed_session.svelte';
import { testBookingsApi } from './test_bookings';
import type { Feed } from './types';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

describe('the secret link of a place', () => {
  it('is known to whoever made it, and gone with it', async () => {
    let kept: Feed = { exists: false };
    const api = testBookingsApi({
      feed: async () => kept,
      createFeed: async () => {
        kept = { exists: true, createdAt: '2026-11-15T12:00:00Z', lastReadAt: null };
        return { url: 'https://norn.example/ical/secret/place.ics' };
      },
      deleteFeed: async () => void (kept = { exists: false }),
    });
    const session = new FeedSession(api, 'default');
    await session.load();
    expect(session.feed?.exists).toBe(false);
    await session.make();
    expect(session.url).toContain('/ical/secret/');
    expect(session.feed?.exists).toBe(true);
    session.question = 'revoke';
    await session.confirm();
    expect([session.url, session.feed?.exists, session.question]).toEqual(['', false, undefined]);
  });
  it('is replaced only when that was said', async () => {
    const createFeed = vi.fn(async () => ({ url: 'https://norn.example/new' }));
    const api = testBookingsApi({ createFeed, feed: async () => ({ exists: true }) });
    const session = new FeedSession(api, 'default');
    await session.confirm();
    expect(createFeed).not.toHaveBeenCalled();
    session.question = 'replace';
    await session.confirm();
    expect(createFeed).toHaveBeenCalledWith('default');
  });
  it('stays as it is when the server says no', async () => {
    const deleteFeed = vi.fn().mockRejectedValue(new Error('Sign in again.'));
    const api = testBookingsApi({ deleteFeed, feed: async () => ({ exists: true }) });
    const session = new FeedSession(api, 'default');
    await session.load();
    await session.revoke();
    expect([session.feed?.exists, session.failure, session.isBusy]).toEqual([
      true,
      'Sign in again.',
      false,
    ]);
  });
  it('can be opened by calendars', () => {
    expect(webcalAddress('https://norn.example/a')).toBe('webcal://norn.example/a');
  });
  it.each([
    [
      { createdAt: '2026-11-12T11:00:00Z', lastReadAt: '2026-11-15T09:30:00Z' },
      'Made 3 days ago, last read 2 hours ago.',
    ],
    [{ createdAt: '2026-11-15T11:59:40Z', lastReadAt: null }, 'Made just now, not read yet.'],
    [{ lastReadAt: '2026-11-15T11:59:00Z' }, 'Last read 1 minute ago.'],
    [{}, 'Not read yet.'],
  ])('%o', (feed, words) => {
    expect(readWords({ exists: true, ...feed }, nowMs)).toBe(words);
  });
});
