// What is done to a project from the list of them.

import { sayFailure, sayUndoable } from '../../lib/live_data/undo';
import { t } from '../../lib/messages';
import type { Projects } from '../data.svelte';
import { projectStatusName } from '../task/task_words';
import type { Project, ProjectStatus } from '../types';

type Data = Pick<Projects, 'api' | 'learnProject' | 'projectOf'>;

export async function setStatus(
  data: Data,
  project: Project,
  status: ProjectStatus,
): Promise<void> {
  const change = async (from: Project, to: ProjectStatus) => {
    data.learnProject(await data.api.changeProject(from.id, { status: to }, from.etag));
  };
  try {
    await change(project, status);
    const { id, name } = project;
    const words = { name, status: projectStatusName(status) };
    sayUndoable(t.projects.changes.statusSet(words), async () => {
      await change(data.projectOf(id) ?? project, project.status);
      return t.projects.changes.undone({ title: name });
    });
  } catch (error) {
    sayFailure(error, () => void setStatus(data, project, status));
  }
}
