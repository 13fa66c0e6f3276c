// The title and the description of a task while they are written.

import { messageOf, type ApiError } from '../../lib/api';
import { newProjectTaskLimits } from '../../lib/api_limits';
import { currentWith } from '../../lib/editor/current_state';
import { Editor, type Conflict } from '../../lib/editor/editor.svelte';
import { t } from '../../lib/messages';
import { applyChoices, type Choices, type VersionField } from '../../lib/versions';
import type { Projects } from '../data.svelte';
import type { Task, TaskChange } from '../types';

export interface TextForm {
  title: string;
  description: string;
}

export type TextProblems = Partial<Record<keyof TextForm, string>>;

export interface TextConflict extends Conflict<Task, TextForm> {
  theirs: TextForm;
}

type Data = Pick<Projects, 'api' | 'learn'>;

export class TextEditor extends Editor<Task, TextForm, TextProblems, TextConflict> {
  constructor(
    private readonly data: Data,
    task: Task,
  ) {
    super(task, textOfTask(task), {});
  }

  async resolve(choices: Choices): Promise<Task | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const { theirs, mine, current } = conflict;
    const chosen = applyChoices(textVersionFields(), { ...theirs }, mine, choices);
    return this.saveChosen(current, chosen, () => this.#change(current));
  }

  protected override formOf(task: Task): TextForm {
    return textOfTask(task);
  }

  protected override differs(clean: TextForm, form: TextForm): boolean {
    return clean.title !== form.title || clean.description !== form.description;
  }

  protected override check(): TextProblems {
    const { title, description } = newProjectTaskLimits;
    const problems: TextProblems = {};
    const length = (text: string) => [...text.trim()].length;
    if (length(this.form.title) === 0) problems.title = t.projects.task.giveTitle();
    for (const [field, { maxLength }] of [
      ['title', title],
      ['description', description],
    ] as const) {
      if (length(this.form[field]) > maxLength) {
        problems[field] = t.projects.tooLong({ count: maxLength });
      }
    }
    return problems;
  }

  protected override create(): Promise<Task> {
    throw new Error('a task is made elsewhere');
  }

  protected override saveChange(base: Task): Promise<Task | undefined> {
    return this.attempt(() => this.#change(base));
  }

  protected override currentOf(error: unknown): Task | undefined {
    return currentWith<Task>(error, 'rank', 'title');
  }

  // What was written is always asked about, because saving is all that can fail so.
  protected override changedTo(current: Task): void {
    this.ask(current);
    if (this.conflict) this.conflict = { ...this.conflict, theirs: textOfTask(current) };
  }

  protected override problemsOf(error: ApiError): TextProblems | undefined {
    const { field } = error;
    if (field !== 'title' && field !== 'description') return undefined;
    return { [field]: messageOf(error) };
  }

  async #change(base: Task): Promise<Task> {
    const change: TaskChange = {};
    const [title, description] = [this.form.title.trim(), this.form.description.trim()];
    if (title !== base.title) change.title = title;
    if (description !== (base.description ?? '')) change.description = description || null;
    const isNothing = Object.keys(change).length === 0;
    const saved = isNothing ? base : await this.#send(base, change);
    this.takeOver(saved);
    this.data.learn(saved);
    return saved;
  }

  // Who changed something else meanwhile is in nobody's way.
  async #send(base: Task, change: TaskChange): Promise<Task> {
    try {
      return await this.data.api.changeTask(base.id, change, base.etag);
    } catch (error) {
      const current = this.currentOf(error);
      if (!current || this.differs(textOfTask(base), textOfTask(current))) throw error;
      return this.data.api.changeTask(base.id, change, current.etag);
    }
  }
}

export function textOfTask({ title, description }: Task): TextForm {
  return { title, description: description ?? '' };
}

export const textVersionFields = (): VersionField<TextForm>[] => [
  {
    field: 'title',
    label: t.ui.title(),
    text: ({ title }) => title.trim(),
    take: (form, { title }) => void (form.title = title),
  },
  {
    field: 'description',
    label: t.projects.description(),
    text: ({ description }) => description.trim(),
    take: (form, { description }) => void (form.description = description),
  },
];
