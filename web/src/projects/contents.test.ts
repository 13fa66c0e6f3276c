import { describe, expect, it } from 'vitest';
import { ProjectContents } from './contents.svelte';
import { tagOf, taskOf } from './test_things';

const version = (etag: string, title = etag) => taskOf({ etag, title });
const titles = (contents: ProjectContents) =>
  Array.from(contents.tasks.values(), ({ title }) => title);

describe('the tasks of a project', () => {
  it('are newer by what was heard while they were loaded', () => {
    const contents = new ProjectContents('garden');
    contents.expect();
    contents.hear('dig', version('2'));
    contents.hear('weed', null);
    contents.learn([version('1'), taskOf({ id: 'weed' })]);
    expect(titles(contents)).toEqual(['2']);
  });

  it('do not go back when the stream tells of a change that was made here', () => {
    const contents = new ProjectContents('garden');
    contents.learn([version('1')]);
    contents.put(version('2'));
    contents.put(version('3'));
    contents.hear('dig', version('2'));
    expect(titles(contents)).toEqual(['3']);
    // What others make of it is newer.
    contents.hear('dig', version('4'));
    expect(titles(contents)).toEqual(['4']);
    contents.hear('dig', null);
    expect(titles(contents)).toEqual([]);
  });

  it('have sub-tasks in their order, and tags by name', () => {
    const contents = new ProjectContents('garden');
    contents.learn([
      taskOf(),
      taskOf({ id: 'b', parentId: 'dig', rank: 'b' }),
      taskOf({ id: 'a', parentId: 'dig', rank: 'a' }),
    ]);
    expect(contents.subtasksOf('dig').map(({ id }) => id)).toEqual(['a', 'b']);
    contents.putTag('2', tagOf('2', 'water'));
    contents.putTag('1', tagOf('1', 'earth'));
    expect(contents.tags.map(({ name }) => name)).toEqual(['earth', 'water']);
    contents.putTag('2', null);
    expect(contents.tags).toHaveLength(1);
  });
});
