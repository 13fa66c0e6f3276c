// A line that becomes a task.

import { isDayFirst } from '../../lib/locale';
import { sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import { suggestColor } from '../../ui/colors';
import { LineSession, loadTranslate } from '../../when/words/line_session.svelte';
import { zoneHere } from '../../when/zones/zones';
import type { Projects } from '../data.svelte';
import type { NewTask, Task } from '../types';
import type { ParsedTask, TaskDraft, TaskLineContext } from './parse_task';

type Parser = (text: string, context: TaskLineContext) => ParsedTask;
export type SessionData = Pick<
  Projects,
  'api' | 'contentsOf' | 'learn' | 'forgetTask' | 'me' | 'known'
>;

// Chrono is larger than the rest of the page's own code; it comes when somebody begins to type, with the words of their
// language.
async function loadParser(): Promise<Parser> {
  const [{ parseTask }, translate] = await Promise.all([import('./parse_task'), loadTranslate()]);
  return (text, context) => parseTask(text, { ...context, translate });
}

export class TaskLineSession extends LineSession<ParsedTask> {
  constructor(
    private readonly data: SessionData,
    private readonly projectId: string,
    private readonly weekStart: () => number,
    private readonly now: () => number = Date.now,
    private readonly loadWith: () => Promise<Parser> = loadParser,
  ) {
    super();
  }

  protected override async load(): Promise<(text: string) => ParsedTask> {
    const parser = await this.loadWith();
    return (text) => {
      const contents = this.data.contentsOf(this.projectId);
      return parser(text, {
        nowMs: this.now(),
        zone: zoneHere(),
        isDayFirst: isDayFirst(),
        weekStart: this.weekStart(),
        members: contents?.members ?? [],
        tags: contents?.tags ?? [],
        myId: this.data.me?.id,
      });
    };
  }

  protected override problemOf({ draft }: ParsedTask): string {
    return draft.title === '' ? t.projects.quickAdd.needsTitle() : '';
  }

  protected override async send({ draft }: ParsedTask, key: string): Promise<void> {
    const tagIds = [...draft.tags.map(({ id }) => id), ...(await this.#makeTags(draft.newTags))];
    const input: NewTask = { title: draft.title, tagIds };
    if (draft.priority) input.priority = draft.priority;
    if (draft.assignee) input.assigneeId = draft.assignee.userId;
    if (draft.dueDate !== undefined) input.dueDate = draft.dueDate;
    if (draft.rule !== undefined) {
      input.repeat = { rule: draft.rule, from: 'DUE', timeZone: zoneHere() };
    }
    const task = await this.data.api.createTask(this.projectId, input, key);
    this.data.learn(task);
    this.#offerUndo(task, draft);
  }

  async #makeTags(names: readonly string[]): Promise<string[]> {
    const contents = this.data.contentsOf(this.projectId);
    const ids: string[] = [];
    for (const name of names) {
      const color = suggestColor((contents?.tags ?? []).map((tag) => tag.color));
      const tag = await this.data.api.createTag(this.projectId, { name, color });
      contents?.putTag(tag.id, tag);
      ids.push(tag.id);
    }
    return ids;
  }

  #offerUndo(task: Task, { title }: TaskDraft): void {
    sayUndoable(t.projects.quickAdd.added({ title }), async () => {
      const { etag } = this.data.known(task.id) ?? task;
      await this.data.api.deleteTask(task.id, etag);
      this.data.forgetTask(task.id);
      return t.projects.changes.undone({ title });
    });
  }
}
