import { describe, expect, it, vi } from 'vitest';
import {
  readWords,
  SecretLinkSession,
  webcalAddress,
  type Feed,
  type FeedRequests,
} from './secret_link.svelte';

const nowMs = Date.parse('2026-11-15T12:00:00Z');

function requestsWith(some: Partial<FeedRequests>): FeedRequests {
  return {
    read: async () => ({ exists: true }),
    create: async () => ({ url: 'https://norn.example/new' }),
    remove: async () => undefined,
    ...some,
  };
}

describe('the secret link', () => {
  it('is known to whoever made it, and gone with it', async () => {
    let kept: Feed = { exists: false };
    const session = new SecretLinkSession({
      read: async () => kept,
      create: async () => {
        kept = { exists: true, createdAt: '2026-11-15T12:00:00Z', lastReadAt: null };
        return { url: 'https://norn.example/ical/secret/place.ics' };
      },
      remove: async () => void (kept = { exists: false }),
    });
    await session.load();
    expect(session.feed?.exists).toBe(false);
    await session.make();
    expect(session.url).toContain('/ical/secret/');
    expect(session.feed?.exists).toBe(true);
    await session.revoke();
    expect([session.url, session.feed?.exists]).toEqual(['', false]);
  });
  it.each([
    ['replace', 'create'],
    ['revoke', 'remove'],
    [undefined, undefined],
  ] as const)('does what was asked about: %s', async (question, expected) => {
    const create = vi.fn(async () => ({ url: 'https://norn.example/new' }));
    const remove = vi.fn(async () => undefined);
    const session = new SecretLinkSession(requestsWith({ create, remove }), { exists: true });
    session.question = question;
    await session.confirm();
    expect(create).toHaveBeenCalledTimes(expected === 'create' ? 1 : 0);
    expect(remove).toHaveBeenCalledTimes(expected === 'remove' ? 1 : 0);
    expect(session.question).toBeUndefined();
  });
  it('stays as it is when the server says no', async () => {
    const remove = vi.fn().mockRejectedValue(new Error('Sign in again.'));
    const session = new SecretLinkSession(requestsWith({ remove }));
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
      'Created 3 days ago, last read 2 hours ago.',
    ],
    [{ createdAt: '2026-11-15T11:59:40Z', lastReadAt: null }, 'Created just now, not read yet.'],
    [{ lastReadAt: '2026-11-15T11:59:00Z' }, 'Last read 1 minute ago.'],
    [{}, 'Not read yet.'],
  ])('%o', (feed, words) => {
    expect(readWords({ exists: true, ...feed }, nowMs)).toBe(words);
  });
});
