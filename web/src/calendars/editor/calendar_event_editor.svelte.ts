// What is being written in the dialog of an event of a calendar. Choosing another calendar, or the planner, moves it.

import { sameColor } from '../../ui/colors';
import type { Calendar } from '../../lib/types';
import { EventEditor } from '../../events/editor/event_editor.svelte';
import type { PlannerEvent } from '../../events/types';
import { data } from '../data.svelte';
import { canBeEntry, formOfEvent, type ItemForm } from './item_form';

export class CalendarEventEditor extends EventEditor {
  declare form: ItemForm;
  declare protected clean: ItemForm;
  // Where it is.
  calendarId = $state('');

  constructor(calendarId: string, event: PlannerEvent) {
    const home = data.home(calendarId);
    super(home, home.preferences, {
      event,
      form: formOfEvent(event, calendarId, home.preferences),
    });
    this.calendarId = calendarId;
  }

  get isSeries(): boolean {
    return this.base !== undefined && this.base.kind !== 'event';
  }

  // Whether an entry could say all of it.
  get canBeEntry(): boolean {
    return this.base !== undefined && this.data.mayWrite && canBeEntry(this.base);
  }

  // If it had the colour of its calendar, it has the new one's.
  moveTo(before: Calendar | undefined, after: Pick<Calendar, 'id' | 'color'>): void {
    if (before && sameColor(this.form.color, before.color)) this.form.color = '';
    this.form.calendarId = after.id;
  }

  // Both versions beside each other, before saving has to fail.
  compare(): void {
    if (this.theirs) this.ask(this.theirs);
  }

  protected override formOf(event: PlannerEvent): ItemForm {
    return formOfEvent(event, this.calendarId, this.preferences);
  }

  // It moves first: where it may not go, nothing is changed either.
  protected override async saveChange(base: PlannerEvent): Promise<PlannerEvent | undefined> {
    const [from, to] = [this.calendarId, this.form.calendarId];
    if (from === to) return super.saveChange(base);
    const moved = await this.attempt(() => this.#move(base, from, to));
    if (!moved) return undefined;
    const saved = await super.saveChange(moved);
    const undo = this.undoSave;
    this.undoSave = async (latest) => {
      await undo?.(latest);
      const there = await data.home(to).get(latest.masterId ?? latest.id);
      await data.moveEvent(to, there, from);
    };
    return saved;
  }

  async #move(base: PlannerEvent, from: string, to: string): Promise<PlannerEvent> {
    const moved = await data.moveEvent(from, base, to);
    this.data = data.home(to);
    this.calendarId = to;
    this.clean = { ...this.clean, calendarId: to };
    // One of a series has the same name there.
    this.base = base.kind === 'occurrence' ? await this.data.get(base.id) : moved;
    return this.base;
  }
}
