// A card that somebody has picked up, with the mouse, a finger or the keyboard, and where it would be put.

import type { Task } from '../types';
import type { Spot } from './columns';

export class BoardDrag {
  task = $state.raw<Task | undefined>();
  spot = $state.raw<Spot | undefined>();
  by = $state<'pointer' | 'keys'>('pointer');

  begin(task: Task, spot: Spot, by: 'pointer' | 'keys'): void {
    this.task = task;
    this.spot = spot;
    this.by = by;
  }

  // Only another place is a change: a pointer moves far more often than that.
  over(spot: Spot): void {
    const { spot: before } = this;
    if (before && before.status === spot.status && before.index === spot.index) return;
    this.spot = spot;
  }

  // What is to be moved where; undefined when nothing was picked up.
  end(): { task: Task; spot: Spot } | undefined {
    const { task, spot } = this;
    this.cancel();
    return task && spot && { task, spot };
  }

  cancel(): void {
    this.task = undefined;
    this.spot = undefined;
  }
}
