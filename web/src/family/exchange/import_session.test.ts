import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { newUploadLimits } from '../../lib/api_limits';
import { loadMessages } from '../../lib/messages';
import { deferred } from '../../lib/test_calls';
import type { Tree, TreeImport, TreeImportJob } from '../types';
import { fileProblem, nameOfFile } from './tree_file';

vi.mock('../../accounts/session.svelte', () => ({ session: { me: { id: 'nora' } } }));
const cancelUpload = vi.fn<(id: string) => void>();
vi.mock('../../lib/upload', () => ({ upload: vi.fn(), cancelUpload }));
const { ImportSession } = await import('./import_session.svelte');

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

beforeEach(async () => {
  kept.clear();
  cancelUpload.mockReset();
  await loadMessages('family', 'familyImport');
});

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
const notFound = new ApiError({ status: 404, title: '', detail: 'Gone.' });

type Begin = (job: { preview: boolean; name?: string }, key?: string) => Promise<TreeImportJob>;

// A server with jobs that are over when they are asked about, unless a test says how they are.
function server() {
  const jobs = new Map<string, TreeImportJob>();
  return {
    jobs,
    beginImport: vi.fn<Begin>(({ preview }) => {
      const id = `job ${jobs.size + 1}`;
      const job = {
        id,
        preview,
        fileName: 'Berg.ged',
        state: 'done',
        percent: 100,
        people: 3,
        peopleWritten: 3,
        problem: null,
        report: report({ tree: preview ? null : tree }),
      } as TreeImportJob;
      jobs.set(id, job);
      return Promise.resolve(job);
    }),
    importJob: vi.fn((id: string) => {
      const job = jobs.get(id);
      return job ? Promise.resolve(job) : Promise.reject(notFound);
    }),
    deleteImport: vi.fn((id: string) =>
      jobs.delete(id) ? Promise.resolve() : Promise.reject(notFound),
    ),
  };
}

function start(api = server()) {
  const learnTree = vi.fn();
  const send = vi.fn((_: File, { onprogress }: { onprogress: (bytes: number) => void }) => {
    onprogress(7);
    return Promise.resolve('upload');
  });
  const data = { api: api as never, learnTree, me: { id: 'nora' } as never };
  return { session: new ImportSession(data, send as never), api, learnTree, send };
}

describe('a file that is to be imported', () => {
  it('has something in it, and is not too large', () => {
    expect(fileProblem(gedcom())).toBeUndefined();
    expect(fileProblem(new File([], 'a.ged'))).toBe('“a.ged” is empty.');
    const large = { name: 'a.ged', size: newUploadLimits.size.maximum + 1 } as File;
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
  it('sends the file, looks into it first, and writes nothing by it', async () => {
    const { session, api, learnTree, send } = start();
    await session.check(gedcom());
    expect(send.mock.calls[0]?.[1]).toMatchObject({ purpose: 'familyTree' });
    expect(api.beginImport.mock.calls[0]?.[0]).toEqual({ uploadId: 'upload', preview: true });
    expect([session.step, session.name, session.tree]).toEqual(['checked', 'Berg', undefined]);
    expect(learnTree).not.toHaveBeenCalled();
    session.name = ' Bergs ';
    await session.run();
    const wanted = { uploadId: 'upload', preview: false, name: 'Bergs' };
    expect(api.beginImport.mock.calls[1]?.[0]).toEqual(wanted);
    expect([session.step, session.tree]).toEqual(['done', tree]);
    expect(learnTree).toHaveBeenCalledWith(tree);
  });

  it('sends nothing that cannot be a file of a tree', async () => {
    const { session, send } = start();
    await session.check(new File([], 'a.ged'));
    expect(send).not.toHaveBeenCalled();
    expect([session.step, session.failure]).toEqual(['choose', '“a.ged” is empty.']);
  });

  it('needs a name', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    session.name = ' ';
    await session.run();
    expect([session.step, session.nameProblem]).toEqual(['checked', 'Give the tree a name.']);
    expect(api.beginImport).toHaveBeenCalledTimes(1);
  });

  it('makes one tree when it is sent again, and another one under another name', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    const lost = new ApiError({ status: 500, title: '', detail: 'Lost.' });
    for (const name of ['Berg', 'Berg', 'Bergs']) {
      api.beginImport.mockRejectedValueOnce(lost);
      session.name = name;
      await session.run();
      expect([session.step, session.failure]).toEqual(['checked', 'Lost.']);
    }
    const [first, second, third] = api.beginImport.mock.calls.slice(1).map(([, key]) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('tells how far it is', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    const answer = deferred<TreeImportJob>();
    api.importJob.mockImplementationOnce((id) =>
      Promise.resolve({
        ...(api.jobs.get(id) as TreeImportJob),
        state: 'writing',
        percent: 40,
        peopleWritten: 1,
      }),
    );
    api.importJob.mockReturnValueOnce(answer.promise);
    const done = session.run();
    await vi.waitFor(() => expect(session.percent).toBe(40));
    expect([session.step, session.written]).toEqual(['importing', { done: 1, people: 3 }]);
    answer.resolve(api.jobs.get('job 2') as TreeImportJob);
    await done;
    expect(session.step).toBe('done');
  });

  it('says why it has failed, and can be tried again', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    const failed = { state: 'failed', report: null, problem: { text: 'Too many.', code: 'x' } };
    api.importJob.mockResolvedValueOnce(failed as never);
    await session.run();
    expect([session.step, session.failure]).toEqual(['checked', 'Too many.']);
    await session.run();
    expect(session.step).toBe('done');
    const [, first, second] = api.beginImport.mock.calls.map(([, key]) => key);
    expect(second).not.toBe(first);
  });

  it('does not keep a file in which nothing was found', async () => {
    const { session, api } = start();
    const failed = { state: 'failed', report: null, problem: { text: 'No tree.', code: 'x' } };
    api.importJob.mockResolvedValueOnce(failed as never);
    await session.check(gedcom());
    expect([session.step, session.failure]).toEqual(['choose', 'No tree.']);
    expect(cancelUpload).toHaveBeenCalledWith('upload');
  });

  it('does not hear of a file that was given up', async () => {
    const { session, api, send } = start();
    const first = deferred<string>();
    send.mockReturnValueOnce(first.promise);
    const given = session.check(gedcom('first.ged'));
    await session.check(gedcom('second.ged'));
    first.resolve('first upload');
    await given;
    expect(session.fileName).toBe('second.ged');
    expect(cancelUpload).toHaveBeenCalledWith('first upload');
    expect(api.beginImport).toHaveBeenCalledTimes(1);
  });
});

describe('a page that is loaded again', () => {
  it('finds what was looked at, and imports it', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    session.leave();
    const after = start(api);
    await after.session.resume();
    expect([after.session.step, after.session.fileName]).toEqual(['checked', 'Berg.ged']);
    await after.session.run();
    expect(after.session.step).toBe('done');
  });

  it('finds the import that runs, once', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    api.importJob.mockReturnValueOnce(new Promise(() => undefined));
    void session.run();
    await vi.waitFor(() => expect(api.importJob).toHaveBeenCalledTimes(2));
    session.leave();
    const after = start(api);
    await after.session.resume();
    expect([after.session.step, after.session.tree]).toEqual(['done', tree]);
    const later = start(api);
    await later.session.resume();
    expect(later.session.step).toBe('choose');
  });

  it('begins anew when the import is gone, or another person’s', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    session.leave();
    const other = new ImportSession({
      api: api as never,
      learnTree: vi.fn(),
      me: { id: 'olaf' } as never,
    });
    await other.resume();
    expect(other.step).toBe('choose');
    api.jobs.clear();
    const after = start(api);
    await after.session.resume();
    expect([after.session.step, after.session.failure]).toEqual(['choose', '']);
  });

  it('leaves nothing behind when an import is cancelled', async () => {
    const { session, api } = start();
    await session.check(gedcom());
    api.importJob.mockReturnValueOnce(new Promise(() => undefined));
    void session.run();
    await vi.waitFor(() => expect(api.importJob).toHaveBeenCalledTimes(2));
    await session.cancel();
    expect(session.step).toBe('choose');
    expect([...api.jobs.keys()]).toEqual(['job 1']);
    expect(cancelUpload).toHaveBeenCalledWith('upload');
    const after = start(api);
    await after.session.resume();
    expect(after.session.step).toBe('choose');
  });
});
