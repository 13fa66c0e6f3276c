// A line that becomes an item of a calendar.

import { sayUndoable } from '../../lib/live_data/undo';
import { preferences } from '../../lib/preferences.svelte';
import { t } from '../../lib/messages';
import type { Calendar } from '../../lib/types';
import { undoOfCreate } from '../../events/changes/undo_save';
import type { ParsedLine } from '../../events/quick_add/parse';
import type { Piece } from '../../when/words/line';
import { LineSession, loadTranslate } from '../../when/words/line_session.svelte';
import { wallAt } from '../../when/zones/zones';
import { data } from '../data.svelte';
import { entryOfForm, eventOfForm, saysMore } from '../editor/item_form';
import { keepLastCalendar, startingCalendar } from '../editor/last_calendar';
import { formOfItem, itemOfLine, type LineItem } from './line_item';

export interface ReadItem extends LineItem {
  pieces: readonly Piece[];
  calendar: Calendar;
}

type Reader = (text: string) => ParsedLine;

export class CalendarLineSession extends LineSession<ReadItem> {
  // The calendar that was chosen for this line.
  #chosen = $state<string>();

  constructor(
    private readonly isDayFirst: boolean,
    private readonly now: () => number = Date.now,
  ) {
    super();
  }

  // Those in which the person may write.
  get calendars(): Calendar[] {
    return data.calendars.filter(({ id }) => data.mayWrite(id));
  }

  choose(calendarId: string): void {
    this.#chosen = calendarId;
    keepLastCalendar(calendarId);
  }

  override type(text: string): void {
    if (text === '') this.#chosen = undefined;
    super.type(text);
  }

  get today(): string {
    return wallAt(this.now(), data.events.zone).slice(0, 10);
  }

  protected override async load(): Promise<(text: string) => ReadItem> {
    const [{ parse }, translate] = await Promise.all([
      import('../../events/quick_add/parse'),
      loadTranslate(),
    ]);
    const read: Reader = (text) =>
      parse(text, {
        ...{ nowMs: this.now(), zone: data.events.zone, isDayFirst: this.isDayFirst, translate },
        preferences: {
          defaultEventDuration: preferences.newMinutes,
          weekStart: preferences.preferences.weekStart,
        },
      });
    return (text) => this.#read(read(text));
  }

  #read(line: ParsedLine): ReadItem {
    const { calendars } = this;
    const item = itemOfLine(line, calendars, this.today);
    const wanted = this.#chosen ?? item.named?.id;
    const id = startingCalendar(calendars, data.hidden, wanted);
    const calendar = calendars.find((each) => each.id === id);
    if (!calendar) throw new Error('There is no calendar to write in.');
    return { ...item, calendar, pieces: line.pieces };
  }

  protected override problemOf({ draft }: ReadItem): string {
    return draft.title === undefined ? t.calendars.agenda.needsTitle() : '';
  }

  protected override async send({ draft, calendar }: ReadItem, key: string): Promise<void> {
    const { id } = calendar;
    const form = formOfItem(draft, id, preferences.newMinutes);
    const { title } = form;
    const undo = saysMore(form)
      ? await this.#plan(form, id, key)
      : await this.#enter(form, id, key);
    keepLastCalendar(id);
    sayUndoable(t.calendars.quickAdd.added({ title, calendar: calendar.name }), async () => {
      await undo();
      return t.calendars.changes.removed({ title });
    });
  }

  async #enter(form: ReturnType<typeof formOfItem>, calendarId: string, key: string) {
    const made = await data.create(calendarId, entryOfForm(form), key);
    return () => data.remove(data.known(made.id) ?? made);
  }

  async #plan(form: ReturnType<typeof formOfItem>, calendarId: string, key: string) {
    const home = data.home(calendarId);
    const input = eventOfForm(form, home.zone, data.calendar(calendarId)?.color);
    const made = await home.create(input, key);
    return () => undoOfCreate(home)(made);
  }
}
