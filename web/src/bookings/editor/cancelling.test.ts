import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../../lib/toasts.svelte';
import { sayCancelled } from './cancelling';
import { testBooking, testPlace } from '../test_bookings';

vi.mock('../data.svelte', () => ({ bookings: {} }));

beforeEach(() => toasts.clear());

describe('a booking that was cancelled', () => {
  it('can be booked again by Ctrl+Z, once however often that is sent', async () => {
    const create = vi.fn(async () => testBooking());
    sayCancelled(testBooking(), testPlace({ role: 'member' }), { create });
    expect(toasts.list[0]?.text).toContain('Cancelled “Ada”');
    expect(toasts.undoNewest()).toBe(true);
    await vi.waitFor(() => expect(toasts.list.at(-1)?.text).toContain('Booked again'));
    expect(create).toHaveBeenCalledWith(
      'default',
      { start: '2027-07-03', end: '2027-07-06', title: 'Ada' },
      expect.any(String),
    );
  });
  it('says why it cannot', async () => {
    const create = vi.fn().mockRejectedValue(new Error('July 3 is taken by Ben.'));
    sayCancelled(testBooking({ extendedProps: { kind: 'blocked' } }), testPlace(), { create });
    expect(toasts.list[0]?.text).toContain('Unblocked');
    toasts.undoNewest();
    await vi.waitFor(() => expect(toasts.list.at(-1)?.kind).toBe('failed'));
    expect(toasts.list.at(-1)?.text).toContain('taken by Ben');
  });
});
