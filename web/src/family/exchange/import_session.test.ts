import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { treeFileLimits } from '../../lib/api_limits';
import { loadMessages } from '../../lib/messages';
import type { Tree, TreeImport } from '../types';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const { fileProblem, ImportSession, nameOfFile } = await import('./import_session.svelte');

beforeEach(() => loadMessages('family', 'familyImport'));

const gedcom = (name = 'Berg.ged') => new File(['0 HEAD\n0 TRLR\n'], name);
const tree = { treeId: 't', treeName: 'Berg' } as Tree;
const report = (change: Partial<TreeImport> = {}): TreeImport => ({
  tree: null,
  people: 3,
  families: 1,
  sources: 0,
  facts: 2,
  firstPeople: ['Ada Berg'],
  notes: [],
  ...change,
});

function start() {
  const importTree = vi.fn(async (_: Blob, { preview }: { preview: boolean; name?: string }) =>
    report({ tree: preview ? null : tree }),
  );
  const learnTree = vi.fn();
  return {
    session: new ImportSession({ api: { importTree } as never, learnTree }),
    importTree,
    learnTree,
  };
}

describe('a file that is to be imported', () => {
  it('has something in it, and is not too large', () => {
    expect(fileProblem(gedcom())).toBeUndefined();
    expect(fileProblem(new File([], 'a.ged'))).toBe('“a.ged” is empty.');
    const large = { name: 'a.ged', size: treeFileLimits.maxLength + 1 } as File;
    expect(fileProblem(large)).toMatch(/^“a\.ged” has .* up to /);
  });
  it.each([
    ['Smith family.ged', 'Smith family'],
    ['.ged', '.ged'],
    ['Berg', 'Berg'],
    [`${'木'.repeat(200)}.ged`, '木'.repeat(100)],
  ])('%s gives the tree a name', (name, expected) => {
    expect(nameOfFile(gedcom(name))).toBe(expected);
  });
});

describe('importing', () => {
  it('looks into the file first, and writes nothing by it', async () => {
    const { session, importTree, learnTree } = start();
    await session.check(gedcom());
    expect(importTree.mock.calls[0]?.[1]).toEqual({ preview: true });
    expect([session.step, session.name, session.tree]).toEqual(['checked', 'Berg', undefined]);
    expect(learnTree).not.toHaveBeenCalled();
    session.name = ' Bergs ';
    await session.run();
    expect(importTree.mock.calls[1]?.[1]).toEqual({ preview: false, name: 'Bergs' });
    expect([session.step, session.tree]).toEqual(['done', tree]);
    expect(learnTree).toHaveBeenCalledWith(tree);
  });

  it('sends nothing that cannot be a file of a tree', async () => {
    const { session, importTree } = start();
    await session.check(new File([], 'a.ged'));
    expect(importTree).not.toHaveBeenCalled();
    expect([session.step, session.failure]).toEqual(['choose', '“a.ged” is empty.']);
  });

  it('needs a name', async () => {
    const { session, importTree } = start();
    await session.check(gedcom());
    session.name = ' ';
    await session.run();
    expect([session.step, session.nameProblem]).toEqual(['checked', 'Give the tree a name.']);
    expect(importTree).toHaveBeenCalledTimes(1);
  });

  it('makes one tree when it is sent again, and another one under another name', async () => {
    const { session, importTree } = start();
    await session.check(gedcom());
    const lost = new ApiError({ status: 500, title: '', detail: 'Lost.' });
    for (const name of ['Berg', 'Berg', 'Bergs']) {
      importTree.mockRejectedValueOnce(lost);
      session.name = name;
      await session.run();
      expect([session.step, session.failure]).toEqual(['checked', 'Lost.']);
    }
    const calls = importTree.mock.calls as unknown as [Blob, object, { idempotencyKey: string }][];
    const [first, second, third] = calls.slice(1).map(([, , options]) => options.idempotencyKey);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('does not hear of a file that was given up', async () => {
    const { session, importTree } = start();
    let answer: (value: TreeImport) => void = () => undefined;
    importTree.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const first = session.check(gedcom('first.ged'));
    await session.check(gedcom('second.ged'));
    answer(report({ people: 99 }));
    await first;
    expect([session.file?.name, session.report?.people]).toEqual(['second.ged', 3]);
  });
});
