// An event of a project while it is written.

import { messageOf, type ApiError } from '../../lib/api';
import { newProjectEventLimits } from '../../lib/api_limits';
import { formatDate, isDate } from '../../lib/dates';
import { currentWith } from '../../lib/editor/current_state';
import { Editor, type Conflict } from '../../lib/editor/editor.svelte';
import { t } from '../../lib/messages';
import { applyChoices, type Choices, type VersionField } from '../../lib/versions';
import { nameOfColor, sameColor } from '../../ui/colors';
import type { Projects } from '../data.svelte';
import { momentOf } from '../task/due';
import type { EventChange, NewEvent, ProjectEvent } from '../types';
import { wallOf } from './calendar_items';

export interface EventForm {
  title: string;
  allDay: boolean;
  // Days, and times by the local clock. The end is one of its days.
  startDay: string;
  startTime: string;
  endDay: string;
  endTime: string;
  color: string;
  description: string;
}

export type EventProblems = Partial<Record<'title' | 'start' | 'end' | 'description', string>>;

export interface EventConflict extends Conflict<ProjectEvent, EventForm> {
  theirs: EventForm;
}

type Data = Pick<Projects, 'api' | 'learnEvent'>;

export class EventEditor extends Editor<ProjectEvent, EventForm, EventProblems, EventConflict> {
  constructor(
    private readonly data: Data,
    private readonly projectId: string,
    event: ProjectEvent | undefined,
    form: EventForm,
  ) {
    super(event, event ? formOfEvent(event) : form, {});
  }

  async resolve(choices: Choices): Promise<ProjectEvent | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const { theirs, mine, current } = conflict;
    const chosen = applyChoices(eventVersionFields(), { ...theirs }, mine, choices);
    return this.saveChosen(current, chosen, () => this.#change(current));
  }

  protected override formOf(event: ProjectEvent): EventForm {
    return formOfEvent(event);
  }

  protected override differs(clean: EventForm, form: EventForm): boolean {
    return JSON.stringify(clean) !== JSON.stringify(form);
  }

  protected override check(): EventProblems {
    return problemsOfEvent(this.form);
  }

  protected override async create(): Promise<ProjectEvent> {
    const input = inputOfEvent(this.form);
    return this.#saved(await this.data.api.createEvent(this.projectId, input, this.keyOf(input)));
  }

  protected override saveChange(base: ProjectEvent): Promise<ProjectEvent | undefined> {
    return this.attempt(() => this.#change(base));
  }

  protected override currentOf(error: unknown): ProjectEvent | undefined {
    return currentWith<ProjectEvent>(error, 'startDate', 'allDay');
  }

  // What was written is always asked about, because saving is all that can fail so.
  protected override changedTo(current: ProjectEvent): void {
    this.ask(current);
    if (this.conflict) this.conflict = { ...this.conflict, theirs: formOfEvent(current) };
  }

  protected override problemsOf(error: ApiError): EventProblems | undefined {
    const fields: Record<string, keyof EventProblems> = {
      ...{ title: 'title', description: 'description', startDate: 'start', endDate: 'end' },
    };
    const field = fields[error.field ?? ''];
    return field && { [field]: messageOf(error) };
  }

  async #change(base: ProjectEvent): Promise<ProjectEvent> {
    const change = changeOfEvent(base, this.form);
    if (Object.keys(change).length === 0) return base;
    return this.#saved(await this.data.api.changeEvent(base.id, change, base.etag));
  }

  #saved(event: ProjectEvent): ProjectEvent {
    this.takeOver(event);
    this.data.learnEvent(event);
    return event;
  }
}

export function formOfEvent(event: ProjectEvent): EventForm {
  const { title, allDay, color, description, startDate, endDate } = event;
  const [start, end] = [startDate, endDate].map((moment) => wallOf(Date.parse(moment)));
  return {
    ...{ title, allDay, color, description: description ?? '' },
    startDay: allDay ? startDate.slice(0, 10) : (start ?? '').slice(0, 10),
    startTime: allDay ? '09:00' : (start ?? '').slice(11, 16),
    endDay: allDay ? endDate.slice(0, 10) : (end ?? '').slice(0, 10),
    endTime: allDay ? '10:00' : (end ?? '').slice(11, 16),
  };
}

export function problemsOfEvent(form: EventForm): EventProblems {
  const problems: EventProblems = {};
  const { title, description } = newProjectEventLimits;
  const length = (text: string) => [...text.trim()].length;
  if (length(form.title) === 0) problems.title = t.projects.event.giveTitle();
  if (length(form.title) > title.maxLength) {
    problems.title = t.projects.tooLong({ count: title.maxLength });
  }
  if (length(form.description) > description.maxLength) {
    problems.description = t.projects.tooLong({ count: description.maxLength });
  }
  if (!isDate(form.startDay)) problems.start = t.projects.event.giveDay();
  if (!isDate(form.endDay)) problems.end = t.projects.event.giveDay();
  else if (keyOf(form, 'end') < keyOf(form, 'start')) problems.end = t.projects.event.endsEarly();
  return problems;
}

function keyOf(form: EventForm, side: 'start' | 'end'): string {
  const [day, time] =
    side === 'start' ? [form.startDay, form.startTime] : [form.endDay, form.endTime];
  return form.allDay ? day : `${day}T${time}`;
}

// Of a form without problems.
export function inputOfEvent(form: EventForm): NewEvent {
  const { allDay, color, startDay, startTime, endDay, endTime } = form;
  return {
    title: form.title.trim(),
    description: form.description.trim() || null,
    startDate: allDay ? startDay : momentOf(startDay, startTime || '00:00'),
    endDate: allDay ? endDay : momentOf(endDay, endTime || '00:00'),
    allDay,
    color,
  };
}

// What differs from `before`, which is how the server knows it.
export function changeOfEvent(before: ProjectEvent, form: EventForm): EventChange {
  const now = inputOfEvent(form);
  const was = inputOfEvent(formOfEvent(before));
  const change: EventChange = {};
  if (now.title !== was.title) change.title = now.title;
  if (now.description !== was.description) change.description = now.description ?? null;
  const isElsewhere =
    now.startDate !== was.startDate || now.endDate !== was.endDate || now.allDay !== was.allDay;
  if (isElsewhere) {
    Object.assign(change, { startDate: now.startDate, endDate: now.endDate });
    change.allDay = form.allDay;
  }
  if (!sameColor(form.color, before.color)) change.color = form.color;
  return change;
}

// How the fields of an event are compared when two people changed it.
export const eventVersionFields = (): VersionField<EventForm>[] => [
  {
    field: 'title',
    label: t.ui.title(),
    text: ({ title }) => title.trim(),
    take: (form, { title }) => void (form.title = title),
  },
  {
    field: 'when',
    label: t.projects.event.when(),
    text: whenText,
    take: (form, { allDay, startDay, startTime, endDay, endTime }) =>
      void Object.assign(form, { allDay, startDay, startTime, endDay, endTime }),
  },
  {
    field: 'color',
    label: t.ui.colors.label(),
    text: ({ color }) => nameOfColor(color),
    take: (form, { color }) => void (form.color = color),
  },
  {
    field: 'description',
    label: t.projects.description(),
    text: ({ description }) => description.trim(),
    take: (form, { description }) => void (form.description = description),
  },
];

function whenText({ allDay, startDay, startTime, endDay, endTime }: EventForm): string {
  const side = (day: string, time: string) => {
    const text = isDate(day) ? formatDate(day, 'medium') : day;
    return allDay ? text : t.projects.dayAndTime({ day: text, time });
  };
  return t.projects.event.span({ from: side(startDay, startTime), to: side(endDay, endTime) });
}
