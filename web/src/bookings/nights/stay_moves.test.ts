import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import type { Days } from '../bookings_api';
import { moveStay, type Movable } from './stay_moves';
import { bookingOf } from '../test_server';

const booking = bookingOf();
const to = { start: '2026-07-10', end: '2026-07-13' };

class Data implements Movable {
  failure: Error | undefined;
  readonly log: string[] = [];
  put(id: string, { start }: Days): () => void {
    this.log.push(`put ${id} ${start}`);
    return () => this.log.push('take back');
  }
  async change(one: typeof booking, change: Partial<Days>) {
    this.log.push(`change ${one.extendedProps.etag} ${change.start} ${change.end}`);
    if (this.failure) throw this.failure;
    return bookingOf({ ...to, extendedProps: { etag: 'v2' } });
  }
  async reload() {
    this.log.push('reload');
  }
}

afterEach(() => toasts.clear());
const said = () => toasts.list.map(({ text }) => text);
const problem = (status: number, code: string) =>
  new ApiError({ status, title: '', detail: 'July 10 is taken by Bo.', code });

describe('moving a stay', () => {
  it('shows it there at once, and can be undone', async () => {
    const data = new Data();
    await moveStay(data, booking, to);
    expect(data.log).toEqual(['put a 2026-07-10', 'change v1 2026-07-10 2026-07-13', 'take back']);
    expect(said()).toEqual(['Moved “Ada” to Fri 10 Jul – Mon 13 Jul']);
    expect(toasts.undoNewest()).toBe(true);
    await Promise.resolve();
    expect(data.log.slice(3)).toContain('change v2 2026-07-03 2026-07-06');
  });

  it('does nothing when it is where it was', async () => {
    const data = new Data();
    await moveStay(data, booking, { start: booking.start, end: booking.end });
    expect(data.log).toEqual([]);
  });

  it('goes back with the words of the server', async () => {
    const data = new Data();
    data.failure = problem(409, 'overlap');
    await moveStay(data, booking, to);
    expect(said()).toEqual(['Could not move “Ada”. July 10 is taken by Bo.']);
    expect(data.log).toContain('take back');
    expect(data.log).toContain('reload');
  });

  it('shows what it is when somebody else was faster', async () => {
    const data = new Data();
    data.failure = problem(409, 'staleVersion');
    await moveStay(data, booking, to);
    expect(said()[0]).toContain('was changed elsewhere in the meantime');
    data.failure = problem(404, '');
    await moveStay(data, booking, to);
    expect(said()[1]).toContain('no longer exists');
  });

  it('can be tried again when nobody answered', async () => {
    const data = new Data();
    data.failure = new OfflineError();
    await moveStay(data, booking, to);
    expect(toasts.list[0]?.action?.label).toBe('Retry');
    expect(data.log).not.toContain('reload');
  });
});
