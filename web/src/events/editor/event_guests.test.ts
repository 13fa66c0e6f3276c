import { describe, expect, it } from 'vitest';
import { guestOf, membersToInvite } from './event_guests';

const ben = { userId: 'b', name: 'Ben', email: 'ben@example.com' };
const eve = { userId: 'e', name: 'Eve', email: null };
const guest = { id: 'gst_1', answer: 'waiting' as const };

describe('members to invite', () => {
  it('are those who are no guests yet', () => {
    expect(membersToInvite([ben, eve], [])).toEqual([ben, eve]);
    expect(membersToInvite([ben, eve], [{ ...guest, userId: 'b', name: 'Ben' }])).toEqual([eve]);
  });
  it('are not those who were invited by their address', () => {
    expect(membersToInvite([ben, eve], [{ ...guest, email: 'Ben@example.com' }])).toEqual([eve]);
    expect(membersToInvite([ben, eve], [{ ...guest, email: 'zoe@example.com' }])).toEqual([
      ben,
      eve,
    ]);
  });
});

describe('the guest that somebody is', () => {
  const byAddress = { ...guest, email: 'ben@example.com' };
  const byId = { ...guest, id: 'gst_2', userId: 'e', name: 'Eve' };
  it('has their id or their address', () => {
    expect(guestOf(ben, [byId, byAddress])).toBe(byAddress);
    expect(guestOf(eve, [byAddress, byId])).toBe(byId);
    expect(guestOf(eve, [byAddress])).toBeUndefined();
  });
});
