// What this page knows of projects and tasks: loaded by project, kept up to date by live changes, changed by the person.

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { session } from '../accounts/session.svelte';
import { ApiError } from '../lib/api';
import type { DateText } from '../lib/dates';
import { Listeners } from '../lib/listeners';
import { listen } from '../lib/live';
import { LiveData } from '../lib/live_data/live_data.svelte';
import { Once } from '../lib/live_data/once';
import { Placements } from '../lib/live_data/placements.svelte';
import type { Me } from '../lib/types';
import type { Shown } from './addresses';
import { ProjectContents } from './contents.svelte';
import { applyChange, type ChangeHandler } from './live_changes';
import { projectsApi } from './projects_api';
import { mapOf, withTask, type TaskMap } from './task_map';
import type { OwnInvitation, Project, ProjectEvent, Task } from './types';

const leaveMs = 100;
const delayMs = 80;
// A person looks at one project, and opens tasks of others.
const maxKept = 4;

// Where a task was put that the server has not heard of yet.
export type Placement = Pick<Task, 'status' | 'rank'>;

export class Projects {
  // Those that the person is in, by name.
  projects = $state.raw<readonly Project[]>([]);
  invitations = $state.raw<readonly OwnInvitation[]>([]);
  // What is assigned to the person in all projects; undefined until it is known.
  mine = $state.raw<TaskMap | undefined>();
  // Tasks that are known to be deleted, whoever did it.
  readonly gone = new SvelteSet<string>();
  readonly live: LiveData<Shown>;
  readonly #kept = new SvelteMap<string, ProjectContents>();
  readonly #placements = new Placements<Placement>();
  readonly #once = new Once();
  readonly #partListeners = new Listeners<string>();
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly api: typeof projectsApi = projectsApi,
    listenTo: typeof listen = listen,
  ) {
    this.live = new LiveData<Shown>(
      {
        loadFirst: () => this.#loadLists(),
        loadShown: (shown) => this.#loadShown(shown),
        reload: () => this.reload(),
        change: (event) => applyChange(event, this.#changes),
        forget: () => this.#forget(),
      },
      listenTo,
      delayMs,
    );
  }

  get me(): Me | undefined {
    return session.me ?? undefined;
  }

  projectOf(id: string): Project | undefined {
    return this.projects.find((each) => each.id === id);
  }

  // Undefined until it was asked for.
  contentsOf(projectId: string): ProjectContents | undefined {
    return this.#kept.get(projectId);
  }

  // The tasks of a project, where the person has put them.
  tasksOf(projectId: string): Task[] {
    const contents = this.#kept.get(projectId);
    if (!contents) return [];
    return Array.from(contents.tasks.values(), (task) => this.#placements.applied(task));
  }

  // What is known of it, without asking.
  known(id: string): Task | undefined {
    for (const contents of this.#kept.values()) {
      const task = contents.tasks.get(id);
      if (task) return task;
    }
    return this.mine?.get(id);
  }

  start(userId: string): Promise<void> {
    clearTimeout(this.#leaving);
    return this.live.start(userId);
  }

  // The page is left. Another address of it may be on its way, and finds everything as it was.
  leave(): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.stop(), leaveMs);
  }

  stop(): void {
    clearTimeout(this.#leaving);
    this.live.stop();
  }

  show(shown: Shown): Promise<void> {
    return this.live.show(shown);
  }

  // Everything that is shown, anew. Does not throw.
  async reload(): Promise<void> {
    // What was asked for before may be older.
    await this.#once.settled();
    await this.live.guard(() => this.#loadLists());
    const shown = this.live.shown;
    const shownId = shown && 'projectId' in shown ? shown.projectId : undefined;
    const others = [...this.#kept.keys()].filter((id) => id !== shownId);
    await this.live.loadShown();
    await this.live.guard(() => Promise.all(others.map((id) => this.load(id))));
  }

  // Loads the contents of a project anew, once at a time. Throws.
  load(projectId: string): Promise<ProjectContents> {
    return this.#once.run(projectId, () => this.#load(projectId));
  }

  async #load(projectId: string): Promise<ProjectContents> {
    const contents = this.#keep(projectId);
    const { visit } = this.live;
    contents.expect();
    const [tasks, tags, { members }] = await Promise.all([
      this.api.tasks(projectId),
      this.api.tags(projectId),
      this.api.members(projectId),
    ]);
    if (visit !== this.live.visit) return contents;
    contents.tags = tags;
    contents.members = members;
    contents.learn(tasks);
    const { eventDays } = contents;
    if (eventDays) await this.loadEvents(projectId, eventDays.from, eventDays.to);
    return contents;
  }

  // Loads it unless it is known.
  async need(projectId: string): Promise<ProjectContents> {
    const contents = this.#kept.get(projectId);
    return contents?.isLoaded ? contents : this.load(projectId);
  }

  // Loads the events that touch these days, both included. Throws.
  async loadEvents(projectId: string, from: DateText, to: DateText): Promise<void> {
    const contents = this.#keep(projectId);
    const days = { from, to };
    contents.eventDays = days;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    await this.#ask(this.api.events(projectId, from, to, timeZone), (events) => {
      // The person may have gone on.
      if (contents.eventDays === days) contents.events = events;
    });
  }

  // The state of an event, from the reply to a request.
  learnEvent(event: ProjectEvent): void {
    for (const [id, contents] of this.#kept) {
      contents.putEvent(event.id, event.projectIds.includes(id) ? event : null);
    }
  }

  forgetEvent(id: string): void {
    for (const contents of this.#kept.values()) contents.putEvent(id, null);
  }

  async refreshProjects(): Promise<void> {
    await this.#ask(this.api.projects(), (projects) => this.#learnProjects(projects));
  }

  async refreshInvitations(): Promise<void> {
    await this.#ask(this.api.invitations(), (all) => (this.invitations = all));
  }

  async refreshMembers(projectId: string): Promise<void> {
    await this.#ask(this.api.members(projectId), ({ members }) => {
      const contents = this.#kept.get(projectId);
      if (contents) contents.members = members;
    });
  }

  async get(id: string): Promise<Task> {
    const task = await this.api.task(id);
    this.learn(task);
    return task;
  }

  // The state of a task, from the reply to a request.
  learn(task: Task): void {
    for (const [id, contents] of this.#kept) {
      if (id === task.projectId) contents.put(task);
      else if (contents.tasks.has(task.id)) contents.remove(task.id);
    }
    this.#putMine(task.id, task);
  }

  // It is known to be gone.
  forgetTask(id: string): void {
    this.gone.add(id);
    for (const contents of this.#kept.values()) contents.remove(id);
    this.#putMine(id, null);
  }

  // The state of a project, from the reply to a request.
  learnProject(project: Project): void {
    const others = this.projects.filter(({ id }) => id !== project.id);
    this.#learnProjects([...others, project]);
  }

  forgetProject(id: string): void {
    this.#learnProjects(this.projects.filter((each) => each.id !== id));
  }

  // Shows a task where the person has put it, until the function that this returns is called.
  put(id: string, placement: Placement): () => void {
    return this.#placements.put(id, placement);
  }

  // Tells of tasks whose comments, attachments or fields have changed. Gives back what ends it.
  onParts(listener: (taskId: string) => void): () => void {
    return this.#partListeners.add(listener);
  }

  // Keeps an answer, unless the person has gone meanwhile.
  async #ask<Answer>(request: Promise<Answer>, keep: (answer: Answer) => void): Promise<void> {
    const { visit } = this.live;
    const answer = await request;
    if (visit === this.live.visit) keep(answer);
  }

  // The projects alone are needed for anything to be shown.
  async #loadLists(): Promise<void> {
    void this.refreshInvitations().catch(() => undefined);
    await this.#ask(this.api.projects(), (projects) => {
      this.#learnProjects(projects);
      this.live.status = 'ready';
    });
  }

  async #loadShown(shown: Shown | undefined): Promise<void> {
    if (!shown || this.live.status !== 'ready') return;
    if (shown.view === 'mine') {
      await this.live.busyWhile(() =>
        this.#once.run('', () =>
          this.#ask(this.api.myTasks(), (tasks) => (this.mine = mapOf(tasks))),
        ),
      );
    } else if ('projectId' in shown && this.projectOf(shown.projectId)) {
      await this.live.busyWhile(() => this.load(shown.projectId).catch(goneIsSaid));
    }
  }

  #learnProjects(projects: readonly Project[]): void {
    this.projects = [...projects].sort((one, other) => one.name.localeCompare(other.name));
    for (const id of this.#kept.keys()) if (!this.projectOf(id)) this.#kept.delete(id);
    const { shown } = this.live;
    // The person has come back to it.
    if (shown && 'projectId' in shown && !this.#kept.has(shown.projectId)) {
      void this.live.loadShown();
    }
  }

  // The one that was not asked for the longest makes room.
  #keep(projectId: string): ProjectContents {
    const contents = this.#kept.get(projectId) ?? new ProjectContents(projectId);
    if (!this.#kept.has(projectId)) {
      const [oldest] = this.#kept.keys();
      if (this.#kept.size >= maxKept && oldest !== undefined) this.#kept.delete(oldest);
      this.#kept.set(projectId, contents);
    }
    return contents;
  }

  #putMine(id: string, task: Task | null): void {
    if (!this.mine) return;
    const isMine = task !== null && task.assigneeId === this.live.userId;
    this.mine = withTask(this.mine, id, isMine ? task : null);
  }

  #forget(): void {
    this.projects = [];
    this.invitations = [];
    this.mine = undefined;
    this.gone.clear();
    this.#kept.clear();
    this.#once.clear();
    this.#placements.clear();
  }

  readonly #changes: ChangeHandler = {
    project: (id, project) => {
      if (project) this.learnProject(project);
      else this.live.debounce.run('projects', () => this.refreshProjects());
    },
    member: (projectId) => {
      this.live.debounce.run('invitations', () => this.refreshInvitations());
      this.live.debounce.run(`members:${projectId}`, async () => {
        await this.refreshProjects();
        // They may be in it no more.
        if (this.#kept.has(projectId)) await this.refreshMembers(projectId);
      });
    },
    task: (projectId, id, task) => {
      this.#kept.get(projectId)?.hear(id, task);
      if (task) {
        this.gone.delete(id);
        // Every change has an activity.
        this.#partListeners.tell(id);
      }
      // A task that was moved goes from one project after it has come to the other.
      else if (!this.known(id)) this.gone.add(id);
      if (task || this.mine?.get(id)?.projectId === projectId) this.#putMine(id, task);
    },
    event: (projectId, id, event) => this.#kept.get(projectId)?.putEvent(id, event),
    tag: (projectId, id, tag) => this.#kept.get(projectId)?.putTag(id, tag),
    comment: (taskId) => this.#partListeners.tell(taskId),
    attachment: (taskId) => this.#partListeners.tell(taskId),
  };
}

// A project that was left or deleted a moment ago: the list of projects says so.
function goneIsSaid(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

export const projects = new Projects();
