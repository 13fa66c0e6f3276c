import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fits, type AgendaItem } from '../lib/agenda_types';
import { ApiError } from '../lib/api';
import { toasts } from '../lib/toasts.svelte';
import agenda from './agenda';
import { bookingsApi } from './bookings_api';
import { bookingOf } from './test_server';
import type { MemberList, PlaceList } from './types';

vi.mock('./bookings_api', () => ({
  bookingsApi: {
    ...{ booking: vi.fn(), change: vi.fn(), places: vi.fn(), create: vi.fn(), remove: vi.fn() },
    members: vi.fn(),
  },
}));

const api = vi.mocked(bookingsApi);
const refresh = vi.fn(() => Promise.resolve());
const host = { zone: 'Europe/Berlin', newMinutes: 30, refresh };
const stay = {
  ...{ kind: 'stay', app: 'bookings', id: 'a', title: 'Ada', allDay: true, may: ['move'] },
  ...{ start: '2026-07-03', end: '2026-07-07', self: '', etag: 'seen' },
  owner: { kind: 'place', id: 'default', name: 'Cottage' },
} as AgendaItem;
const said = () => toasts.list.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T09:00:00Z'), toFake: ['Date'] });
  vi.clearAllMocks();
  api.booking.mockResolvedValue(bookingOf());
  api.change.mockResolvedValue(bookingOf({ start: '2026-07-10', end: '2026-07-13' }));
});
afterEach(() => {
  toasts.clear();
  vi.useRealTimers();
});

describe('a stay in the agenda', () => {
  const to = { start: '2026-07-10', end: '2026-07-14', allDay: true };

  it('opens the booking', () => {
    expect(agenda.addressOf(stay)).toBe('/bookings/events/default/a');
  });

  it('is moved by nights, in the version that was seen', async () => {
    await agenda.move?.(stay, to, host);
    const nights = { start: '2026-07-10', end: '2026-07-13' };
    expect(api.change).toHaveBeenCalledWith(bookingOf().resourceId, 'a', nights, 'seen');
    expect(refresh).toHaveBeenCalled();
    expect(toasts.shown?.action?.isUndo).toBe(true);
  });

  it('has no hours, and at least one night', async () => {
    await agenda.move?.(stay, { ...to, allDay: false }, host);
    await agenda.move?.(stay, { ...to, end: '2026-07-11' }, host);
    expect(api.change).not.toHaveBeenCalled();
    expect(said()).toEqual([
      'A stay has whole nights. Drag it in the row above the hours.',
      'A stay has at least one night.',
    ]);
  });

  it('goes back with the words of the server', async () => {
    const detail = '10 July is taken.';
    api.change.mockRejectedValue(new ApiError({ status: 409, title: '', detail, code: 'overlap' }));
    await agenda.move?.(stay, to, host);
    expect(said()).toEqual(['Could not move “Ada”. 10 July is taken.']);
  });
});

describe('a line', () => {
  const context = {
    nowMs: () => Date.parse('2026-11-18T09:00:00Z'),
    ...{ zone: 'Europe/Berlin', isDayFirst: true, hour12: () => false, myId: 'nora' },
  };

  it('becomes a booking where it names a place and nights', async () => {
    api.places.mockResolvedValue({ places: [{ id: 'p', name: 'Cottage' }] } as PlaceList);
    api.create.mockResolvedValue(bookingOf({ id: 'new' }));
    const [target] = (await agenda.targets?.(context)) ?? [];
    expect(target?.name).toBe('Booking at Cottage');
    const reading = target?.read('Cottage 3–7 May');
    expect(reading).toMatchObject({ fit: fits.named, title: 'Cottage', problem: '' });
    expect(reading?.facts).toEqual(['3 May 2027 – 7 May 2027', '4 nights']);
    const made = await reading?.create('key');
    expect(api.create).toHaveBeenCalledWith('p', { start: '2027-05-03', end: '2027-05-07' }, 'key');
    await made?.undo();
    expect(api.remove).toHaveBeenCalledWith('p', 'new', 'v1');
    expect(target?.read('Cottage 3 May').facts[1]).toBe('1 night');
    expect(target?.read('Dentist Tue 9').fit).toBe(fits.possible);
    expect(target?.read('Cottage').problem).toMatch(/Which nights/);
    expect(api.members).not.toHaveBeenCalled();
  });

  it('books for somebody else where the person manages the place', async () => {
    const role = 'administrator';
    api.places.mockResolvedValue({ places: [{ id: 'p', name: 'Cottage', role }] } as PlaceList);
    api.members.mockResolvedValue({
      ...{ members: [{ userId: 'ben', name: 'Ben Berg' }], invitations: [] },
    } as unknown as MemberList);
    api.create.mockResolvedValue(bookingOf({ id: 'new' }));
    const [target] = (await agenda.targets?.(context)) ?? [];
    const reading = target?.read('Cottage 3–7 May @ben');
    expect(reading).toMatchObject({ title: 'Cottage', person: 'Ben Berg', at: undefined });
    await reading?.create('key');
    const nights = { start: '2027-05-03', end: '2027-05-07' };
    expect(api.create).toHaveBeenLastCalledWith('p', { ...nights, userId: 'ben' }, 'key');
  });

  it('is not for a place at which the person may only look', async () => {
    const role = 'viewer';
    api.places.mockResolvedValue({ places: [{ id: 'p', name: 'Cottage', role }] } as PlaceList);
    expect(await agenda.targets?.(context)).toEqual([]);
  });
});
