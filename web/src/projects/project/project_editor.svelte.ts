// What is being written about a project.

import { messageOf, type ApiError } from '../../lib/api';
import { newProjectLimits } from '../../lib/api_limits';
import { currentWith } from '../../lib/editor/current_state';
import { Editor, type Conflict } from '../../lib/editor/editor.svelte';
import { t } from '../../lib/messages';
import { applyChoices, type Choices, type VersionField } from '../../lib/versions';
import { isColor, nameOfColor, sameColor, suggestColor } from '../../ui/colors';
import type { Projects } from '../data.svelte';
import { projectStatusName } from '../task/task_words';
import type { Project, ProjectChange, ProjectStatus } from '../types';

export interface ProjectForm {
  name: string;
  color: string;
  description: string;
  status: ProjectStatus;
  template: boolean;
}

export type ProjectProblems = Partial<Record<keyof ProjectForm, string>>;

export interface ProjectConflict extends Conflict<Project, ProjectForm> {
  theirs: ProjectForm;
}

export type EditorData = Pick<Projects, 'api' | 'projects' | 'learnProject'>;

export class ProjectEditor extends Editor<Project, ProjectForm, ProjectProblems, ProjectConflict> {
  constructor(
    private readonly data: EditorData,
    project: Project | undefined,
  ) {
    super(project, project ? formOfProject(project) : newProject(data.projects), {});
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  async resolve(choices: Choices): Promise<Project | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const { theirs, mine, current } = conflict;
    const chosen = applyChoices(projectVersionFields(), { ...theirs }, mine, choices);
    return this.saveChosen(current, chosen, () => this.#change(current));
  }

  protected override formOf(project: Project): ProjectForm {
    return formOfProject(project);
  }

  protected override differs(clean: ProjectForm, form: ProjectForm): boolean {
    return JSON.stringify(clean) !== JSON.stringify(form);
  }

  protected override check(): ProjectProblems {
    return problemsOfProject(this.form);
  }

  protected override async create(): Promise<Project> {
    const { name, color, description, template } = this.form;
    const sent = { name: name.trim(), color, description: description.trim() || null, template };
    return this.#saved(await this.data.api.createProject(sent, this.keyOf(sent)));
  }

  protected override saveChange(base: Project): Promise<Project | undefined> {
    return this.attempt(() => this.#change(base));
  }

  protected override currentOf(error: unknown): Project | undefined {
    return currentWith<Project>(error, 'color', 'template');
  }

  // What was written is always asked about, because saving is all that can fail so.
  protected override changedTo(current: Project): void {
    this.ask(current);
    if (this.conflict) this.conflict = { ...this.conflict, theirs: formOfProject(current) };
  }

  protected override isGoneBy(): boolean {
    return false;
  }

  // Any other failure ends the choice between two versions.
  protected override handles(error: unknown): boolean {
    if (!this.currentOf(error)) this.conflict = undefined;
    return false;
  }

  protected override problemsOf(error: ApiError): ProjectProblems | undefined {
    const field = Object.keys(this.form).find((each) => each === error.field);
    return field === undefined ? undefined : { [field]: messageOf(error) };
  }

  async #change(base: Project): Promise<Project> {
    const change = changeOfProject(base, this.form);
    if (Object.keys(change).length === 0) return base;
    return this.#saved(await this.data.api.changeProject(base.id, change, base.etag));
  }

  #saved(project: Project): Project {
    this.takeOver(project);
    this.data.learnProject(project);
    return project;
  }
}

function newProject(all: readonly Project[]): ProjectForm {
  const color = suggestColor(all.map((each) => each.color));
  return { name: '', color, description: '', status: 'ACTIVE', template: false };
}

export function formOfProject(project: Project): ProjectForm {
  const { name, color, description, status, template } = project;
  return { name, color, description: description ?? '', status, template };
}

export function problemsOfProject({ name, color, description }: ProjectForm): ProjectProblems {
  const problems: ProjectProblems = {};
  if (name.trim() === '') problems.name = t.projects.settings.giveName();
  const most = {
    name: newProjectLimits.name.maxLength,
    description: newProjectLimits.description.maxLength,
  };
  if ([...name.trim()].length > most.name) problems.name = t.projects.tooLong({ count: most.name });
  if ([...description.trim()].length > most.description) {
    problems.description = t.projects.tooLong({ count: most.description });
  }
  if (!isColor(color)) problems.color = t.projects.settings.chooseColor();
  return problems;
}

// What differs from `before`, which is how the server knows it.
export function changeOfProject(before: Project, form: ProjectForm): ProjectChange {
  const change: ProjectChange = {};
  if (form.name.trim() !== before.name) change.name = form.name.trim();
  if (!sameColor(form.color, before.color)) change.color = form.color;
  const description = form.description.trim() || null;
  if (description !== (before.description || null)) change.description = description;
  if (form.status !== before.status) change.status = form.status;
  if (form.template !== before.template) change.template = form.template;
  return change;
}

// How the fields of a project are compared when two people changed it.
export const projectVersionFields = (): VersionField<ProjectForm>[] => [
  field('name', t.projects.settings.name(), ({ name }) => name.trim()),
  field('color', t.ui.colors.label(), ({ color }) => nameOfColor(color)),
  field('description', t.projects.description(), ({ description }) => description.trim()),
  field('status', t.projects.status(), ({ status }) => projectStatusName(status)),
  field('template', t.projects.settings.template(), ({ template }) =>
    template ? t.projects.yes() : t.projects.no(),
  ),
];

function field<Name extends keyof ProjectForm>(
  name: Name,
  label: string,
  text: (form: ProjectForm) => string,
): VersionField<ProjectForm> {
  return { field: name, label, text, take: (form, other) => void (form[name] = other[name]) };
}
