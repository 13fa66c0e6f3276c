import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OwnCalendarInvitation } from '../../lib/types';
import { OwnInvitations } from './invitations.svelte';

const invitation: OwnCalendarInvitation = {
  calendarId: '5f9c1a3e-8d52-4f0c-9f39-0a4d1b6f2c77',
  calendarName: 'Family',
  role: 'writer',
  invitedBy: 'Ada',
  createdAt: '2026-11-15T17:30:36Z',
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(1000);

it('has the open invitations of whoever is signed in', async () => {
  const invitations = new OwnInvitations({ ownInvitations: async () => [invitation] });
  void invitations.start('ada');
  await settle();
  expect(invitations.all).toEqual([invitation]);
});

it('has none when they cannot be loaded', async () => {
  const failing = vi.fn().mockRejectedValue(new Error('too busy'));
  const invitations = new OwnInvitations({ ownInvitations: failing });
  void invitations.start('ada');
  await settle();
  expect(failing).toHaveBeenCalledOnce();
  expect(invitations.all).toEqual([]);
});

it('shows nobody what is somebody else’s', async () => {
  let answer: (list: OwnCalendarInvitation[]) => void = () => undefined;
  const slow = new Promise<OwnCalendarInvitation[]>((resolve) => (answer = resolve));
  const ownCalls = vi.fn().mockReturnValueOnce(slow).mockResolvedValue([]);
  const invitations = new OwnInvitations({ ownInvitations: ownCalls });
  void invitations.start('ada');
  await settle();
  void invitations.start('ben');
  await settle();
  answer([invitation]);
  await settle();
  expect(ownCalls).toHaveBeenCalledTimes(2);
  expect(invitations.all).toEqual([]);
});

it('asks for nobody who has left before the page was there', async () => {
  const ownCalls = vi.fn(async () => [invitation]);
  const invitations = new OwnInvitations({ ownInvitations: ownCalls });
  void invitations.start('ada');
  void invitations.start('ben');
  await settle();
  expect(ownCalls).toHaveBeenCalledOnce();
});
