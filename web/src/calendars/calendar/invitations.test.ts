import { expect, it, vi } from 'vitest';
import type { OwnCalendarInvitation } from '../../lib/types';
import { OwnInvitations } from './invitations.svelte';

const invitation: OwnCalendarInvitation = {
  calendarId: '5f9c1a3e-8d52-4f0c-9f39-0a4d1b6f2c77',
  calendarName: 'Family',
  role: 'writer',
  invitedBy: 'Ada',
  createdAt: '2026-11-15T17:30:36Z',
};

it('has the open invitations of whoever is signed in', async () => {
  const invitations = new OwnInvitations({ ownInvitations: async () => [invitation] });
  await invitations.start('ada');
  expect(invitations.all).toEqual([invitation]);
});

it('has none when they cannot be loaded', async () => {
  const failing = vi.fn().mockRejectedValue(new Error('too busy'));
  const invitations = new OwnInvitations({ ownInvitations: failing });
  await invitations.start('ada');
  expect(invitations.all).toEqual([]);
});

it('shows nobody what is somebody else’s', async () => {
  let answer: (list: OwnCalendarInvitation[]) => void = () => undefined;
  const slow = new Promise<OwnCalendarInvitation[]>((resolve) => (answer = resolve));
  const ownCalls = vi.fn().mockReturnValueOnce(slow).mockResolvedValue([]);
  const invitations = new OwnInvitations({ ownInvitations: ownCalls });
  const first = invitations.start('ada');
  await invitations.start('ben');
  answer([invitation]);
  await first;
  expect(invitations.all).toEqual([]);
});
