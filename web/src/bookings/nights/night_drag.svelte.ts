// The nights that a person marks and the stays that they move, in whichever view and with whatever:
// a mouse, a finger or keys. Views show it, `night_surface.ts` tells it what is done.

import { addDays, type DateText } from '../../lib/dates';
import type { Days } from '../bookings_api';
import { daysOf, type Drag } from './night_drag';
import type { Verdict } from './stay_verdict';
import type { Booking } from '../types';

// dragging: something is held. picking: the first night is chosen, the last is not. keys: marked with
// keys, may be extended. done: marked, and the dialog is asked for.
export type Phase = 'idle' | 'dragging' | 'picking' | 'keys' | 'done';

export interface Point {
  x: number;
  y: number;
}

export interface NightDragOptions {
  // `isOpen`: the last night is still to be chosen.
  judge: (days: Days, drag: Drag, isOpen: boolean) => Verdict | undefined;
  // How long a stay has to be that begins with this night.
  leastNights: (placeId: string, first: DateText) => number;
  onmark: (placeId: string, days: Days) => void;
  onmove: (booking: Booking, to: Days) => void;
}

export class NightDrag {
  phase = $state<Phase>('idle');
  drag = $state.raw<Drag | undefined>();
  // Where the mouse or the finger is; undefined with keys.
  point = $state.raw<Point | undefined>();
  // The day that Tab leads to.
  focus = $state.raw<{ placeId: string; day: DateText } | undefined>();
  readonly days = $derived(this.drag && daysOf(this.drag));
  readonly verdict = $derived.by(() => {
    const { drag, days } = this;
    return drag && days && this.options.judge(days, drag, this.isFirstOnly);
  });

  constructor(private readonly options: NightDragOptions) {}

  // The first night is chosen, and nothing more.
  get isFirstOnly(): boolean {
    return this.phase === 'picking' && this.drag?.from === this.drag?.to;
  }

  get isActive(): boolean {
    return this.phase !== 'idle' && this.phase !== 'done';
  }

  // The nights that are marked of a place, or those to which a stay is being moved.
  markOf(placeId: string): Days | undefined {
    return this.drag?.placeId === placeId ? this.days : undefined;
  }

  begin(drag: Omit<Drag, 'to'>, point: Point): void {
    this.drag = { ...drag, to: drag.from };
    this.point = point;
    this.phase = 'dragging';
  }

  // The mouse or the finger is over this day now.
  over(day: DateText | undefined, point: Point): void {
    if (this.phase !== 'dragging' && this.phase !== 'picking') return;
    this.point = point;
    if (day !== undefined && this.drag && this.drag.to !== day)
      this.drag = { ...this.drag, to: day };
  }

  drop(): void {
    const { drag, days, phase } = this;
    if (phase !== 'dragging' || !drag || !days) return;
    if (drag.booking) {
      this.clear();
      this.options.onmove(drag.booking, days);
    } else this.#finish(drag.placeId, days);
  }

  // A day was pressed, not dragged: the first one is the first night, the next one the last.
  tap(placeId: string, day: DateText, point?: Point): void {
    this.focus = { placeId, day };
    if (this.phase === 'picking' && this.drag?.placeId === placeId) {
      this.drag = { ...this.drag, to: day };
      this.#finish(placeId, daysOf(this.drag));
    } else {
      this.drag = { placeId, grip: 'mark', from: day, to: day };
      this.point = point;
      this.phase = 'picking';
    }
  }

  // A finger that was held on one day and moved nowhere has chosen the first night.
  pickOn(): void {
    if (this.phase === 'dragging') this.phase = 'picking';
  }

  // From the day in focus to another, with Shift held.
  extend(placeId: string, from: DateText, to: DateText): void {
    const isGoingOn = this.phase === 'keys' && this.drag?.placeId === placeId;
    const anchor = isGoingOn && this.drag ? this.drag.from : from;
    this.drag = { placeId, grip: 'mark', from: anchor, to };
    this.point = undefined;
    this.phase = 'keys';
  }

  // The focus goes elsewhere without Shift. What is being picked follows it.
  moveOn(placeId: string, day: DateText): void {
    this.focus = { placeId, day };
    if (this.phase === 'keys') this.clear();
    else if (this.phase === 'picking' && this.drag?.placeId === placeId) {
      this.point = undefined;
      this.drag = { ...this.drag, to: day };
    }
  }

  // Books what is marked, or the shortest stay from this day on.
  book(placeId: string, day: DateText): void {
    const isMarked = (this.phase === 'keys' || this.phase === 'picking') && !this.isFirstOnly;
    if (isMarked && this.drag?.placeId === placeId) return this.#finish(placeId, daysOf(this.drag));
    const nights = Math.max(1, this.options.leastNights(placeId, day));
    this.drag = { placeId, grip: 'mark', from: day, to: addDays(day, nights - 1) };
    this.#finish(placeId, daysOf(this.drag));
  }

  // The nights that are marked now, for a button that books.
  get marked(): { placeId: string; days: Days } | undefined {
    const { drag, days } = this;
    return drag && days && !drag.booking ? { placeId: drag.placeId, days } : undefined;
  }

  clear(): void {
    this.phase = 'idle';
    this.drag = undefined;
    this.point = undefined;
  }

  // What is marked stays so while the dialog is open.
  #finish(placeId: string, days: Days): void {
    this.phase = 'done';
    this.point = undefined;
    this.options.onmark(placeId, days);
  }
}
