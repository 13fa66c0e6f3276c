// The bar of a timeline that somebody moves, with the mouse, a finger or the keyboard; and those that were moved, until
// the server has heard of it.

import { formatDate, formatSpan } from '../../lib/dates';
import { Placements } from '../../lib/live_data/placements.svelte';
import { t } from '../../lib/messages';
import type { EventChanges } from '../changes/event_changes';
import type { TaskChanges } from '../changes/task_changes';
import type { Bar } from './bars';
import { eventChange, moved, shiftTo, taskChange, type Grip, type Shift } from './moving';

const nowhere: Shift = { start: 0, end: 0 };

export interface MoveChanges {
  changes: Pick<TaskChanges, 'change'>;
  eventChanges: Pick<EventChanges, 'change'>;
}

export class BarMoves {
  #held = $state.raw<{ bar: Bar; shift: Shift } | undefined>();
  readonly #placements = new Placements<Bar>();
  // Told to those who do not see it.
  told = $state('');

  constructor(private readonly changes: () => MoveChanges) {}

  get heldId(): string | undefined {
    return this.#held?.bar.id;
  }

  // The bar where the person has put it.
  applied(bar: Bar): Bar {
    const held = this.#held;
    return held?.bar.id === bar.id ? moved(held.bar, held.shift) : this.#placements.applied(bar);
  }

  // Another bar that is held is left where it is.
  begin(bar: Bar): void {
    if (this.heldId === bar.id) return;
    void this.put();
    this.#held = { bar, shift: nowhere };
  }

  // So many days from where this part of it was.
  to(grip: Grip, days: number): void {
    const held = this.#held;
    if (!held) return;
    const { start, end } = shiftTo(held.bar, held.shift, grip, days);
    // Only another day is a change: a pointer moves far more often than that.
    if (start === held.shift.start && end === held.shift.end) return;
    this.#held = { bar: held.bar, shift: { start, end } };
  }

  // So many days from where it is.
  by(grip: Grip, days: number): void {
    const held = this.#held;
    if (!held) return;
    this.to(grip, (grip === 'end' ? held.shift.end : held.shift.start) + days);
    this.told = wordsOf(this.applied(held.bar));
  }

  // Leaves the bar where it is, and tells the server.
  async put(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (!held || (held.shift.start === 0 && held.shift.end === 0)) return;
    const { bar, shift } = held;
    const { task, event } = bar;
    const placed = moved(bar, shift);
    const takeAway = this.#placements.put(bar.id, placed);
    const said = (this.told = wordsOf(placed));
    const { changes, eventChanges } = this.changes();
    if (task) await changes.change(task, taskChange(task, shift), said);
    else if (event) await eventChanges.change(event, eventChange(event, shift), said);
    takeAway();
  }

  putBack(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.told = t.projects.board.putBack({ title: held.bar.title });
  }
}

// "10 Nov 2026", "10 Nov – 12 Nov 2026".
export function daysOf({ from, to }: Bar): string {
  return from === to ? formatDate(from, 'medium') : formatSpan(from, to);
}

function wordsOf(bar: Bar): string {
  return t.projects.timeline.at({ title: bar.title, days: daysOf(bar) });
}
