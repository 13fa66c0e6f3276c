// What is being written about a project.

import { newProjectLimits } from '../../lib/api_limits';
import { currentWith } from '../../lib/editor/current_state';
import { SettingsEditor, versionField } from '../../lib/editor/settings_editor.svelte';
import { t } from '../../lib/messages';
import type { VersionField } from '../../lib/versions';
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

export type EditorData = Pick<Projects, 'api' | 'projects' | 'learnProject'>;

export class ProjectEditor extends SettingsEditor<Project, ProjectForm> {
  constructor(
    private readonly data: EditorData,
    project: Project | undefined,
  ) {
    super(project, project ? formOfProject(project) : newProject(data.projects), {});
  }

  override versionFields(): VersionField<ProjectForm>[] {
    const field = versionField<ProjectForm, keyof ProjectForm>;
    return [
      field('name', t.projects.settings.name(), ({ name }) => name.trim()),
      field('color', t.ui.colors.label(), ({ color }) => nameOfColor(color)),
      field('description', t.projects.description(), ({ description }) => description.trim()),
      field('status', t.projects.status(), ({ status }) => projectStatusName(status)),
      field('template', t.projects.settings.template(), ({ template }) =>
        template ? t.projects.yes() : t.projects.no(),
      ),
    ];
  }

  protected override formOf(project: Project): ProjectForm {
    return formOfProject(project);
  }

  protected override check(): ProjectProblems {
    return problemsOfProject(this.form);
  }

  protected override async create(): Promise<Project> {
    const { name, color, description, template } = this.form;
    const sent = { name: name.trim(), color, description: description.trim() || null, template };
    return this.#saved(await this.data.api.createProject(sent, this.keyOf(sent)));
  }

  protected override currentOf(error: unknown): Project | undefined {
    return currentWith<Project>(error, 'color', 'template');
  }

  protected override async change(base: Project): Promise<Project> {
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
