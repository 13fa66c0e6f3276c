import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { projectOf } from '../test_things';
import type { Project, ProjectChange } from '../types';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { ProjectEditor, changeOfProject, formOfProject, problemsOfProject } =
  await import('./project_editor.svelte');

describe('what is written about a project', () => {
  const form = formOfProject(projectOf());

  it('is sent as far as it differs', () => {
    expect(changeOfProject(projectOf(), form)).toEqual({});
    const changed = { ...form, name: ' Yard ', color: '#3d9152', status: 'ARCHIVED' as const };
    expect(changeOfProject(projectOf(), changed)).toEqual({ name: 'Yard', status: 'ARCHIVED' });
    expect(changeOfProject(projectOf({ description: 'x' }), form)).toEqual({ description: null });
  });

  it('needs a name that is not too long, and a colour', () => {
    expect(problemsOfProject({ ...form, name: ' ', color: 'red' })).toEqual({
      name: 'Give the project a name.',
      color: 'Choose a colour.',
    });
    expect(problemsOfProject({ ...form, name: '木'.repeat(101) }).name).toMatch(/100 characters/);
  });

  it('is compared when somebody else changed it, and saved as chosen', async () => {
    let current = projectOf({ name: 'Park', etag: 'p2' });
    const learnProject = vi.fn();
    const changeProject = async (_: string, change: ProjectChange, etag: string) => {
      if (etag !== current.etag) {
        throw new ApiError({ status: 412, title: '', detail: '', current });
      }
      current = { ...current, ...change, etag: 'p3' } as Project;
      return current;
    };
    const api = { changeProject } as never;
    const editor = new ProjectEditor({ api, projects: [], learnProject }, projectOf());
    editor.form.name = 'Yard';
    editor.form.template = true;
    expect(await editor.save()).toBeUndefined();
    expect(editor.conflict?.theirs.name).toBe('Park');
    expect(await editor.resolve({ name: 'theirs', template: 'mine' })).toMatchObject({
      name: 'Park',
      template: true,
    });
    expect(learnProject).toHaveBeenCalledWith(current);
  });
});
