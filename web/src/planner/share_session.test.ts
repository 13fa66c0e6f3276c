import { describe, expect, it, vi } from 'vitest';
import { readWords, ShareSession, webcalAddress } from './share_session.svelte';
import { testApi } from './test_parts';
import type { Feed } from './types';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

describe('the secret link', () => {
  it('is known to whoever made it, and gone with it', async () => {
    let kept: Feed = { exists: false };
    const api = testApi({
      feed: async () => kept,
      createFeed: async () => {
        kept = { exists: true, createdAt: '2026-11-15T12:00:00Z', lastReadAt: null };
        return { url: 'https://norn.example/api/v1/planner/ical/secret/planner.ics' };
      },
      removeFeed: async () => void (kept = { exists: false }),
    });
    const session = new ShareSession({ api, feed: undefined });
    await session.load();
    expect(session.feed?.exists).toBe(false);
    await session.make();
    expect(session.url).toContain('/ical/secret/');
    expect(session.feed?.exists).toBe(true);
    await session.revoke();
    expect([session.url, session.feed?.exists]).toEqual(['', false]);
  });
  it.each([
    ['replace', 'createFeed'],
    ['revoke', 'removeFeed'],
    [undefined, undefined],
  ] as const)('does what was asked about: %s', async (question, expected) => {
    const createFeed = vi.fn(async () => ({ url: 'https://norn.example/new' }));
    const removeFeed = vi.fn(async () => undefined);
    const feed = async () => ({ exists: true });
    const api = testApi({ createFeed, removeFeed, feed });
    const session = new ShareSession({ api, feed: { exists: true } });
    session.question = question;
    await session.confirm();
    expect(createFeed).toHaveBeenCalledTimes(expected === 'createFeed' ? 1 : 0);
    expect(removeFeed).toHaveBeenCalledTimes(expected === 'removeFeed' ? 1 : 0);
    expect(session.question).toBeUndefined();
  });
  it('stays as it is when the server says no', async () => {
    const removeFeed = vi.fn().mockRejectedValue(new Error('Sign in again.'));
    const session = new ShareSession({ api: testApi({ removeFeed }), feed: { exists: true } });
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
    [{}, 'Not read yet.'],
  ])('%o', (feed, words) => {
    expect(readWords({ exists: true, ...feed }, nowMs)).toBe(words);
  });
});
