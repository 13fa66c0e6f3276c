import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from './test_calls';

const upload = vi.fn<(file: File, sending: { signal: AbortSignal }) => Promise<string>>();
const cancelUpload = vi.fn<(id: string) => void>();
vi.mock('./upload', () => ({ upload, cancelUpload }));
const { FileSendings } = await import('./file_sendings.svelte');

const attach = vi.fn<(taskId: string, uploadId: string, key: string) => Promise<void>>();
const fileOf = (name: string, size = 5) => new File([new Uint8Array(size)], name);
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  upload.mockReset().mockImplementation((file) => Promise.resolve(`id of ${file.name}`));
  attach.mockReset().mockResolvedValue();
  cancelUpload.mockReset();
});

function started() {
  const sendings = new FileSendings(attach);
  const leave = sendings.follow('dig');
  return { sendings, leave };
}

describe('files that are attached', () => {
  it('are sent one after the other, and are gone from the list then', async () => {
    const first = deferred<string>();
    upload.mockReturnValueOnce(first.promise);
    const { sendings } = started();
    sendings.add([fileOf('a'), fileOf('b')]);
    await settled();
    expect(upload).toHaveBeenCalledTimes(1);
    expect(sendings.isSending).toBe(true);
    first.resolve('first');
    await settled();
    expect(attach.mock.calls.map(([task, id]) => [task, id])).toEqual([
      ['dig', 'first'],
      ['dig', 'id of b'],
    ]);
    expect(sendings.all).toEqual([]);
  });

  it('say why they failed, and hold up no others', async () => {
    upload.mockRejectedValueOnce(new Error('The quota is reached.'));
    const { sendings } = started();
    sendings.add([fileOf('a'), fileOf('b'), fileOf('empty', 0), fileOf('large', 26 * 1024 ** 2)]);
    await settled();
    expect(attach.mock.calls.map(([, id]) => id)).toEqual(['id of b']);
    expect(sendings.all.map(({ name, failure }) => [name, failure])).toEqual([
      ['a', 'The quota is reached.'],
      ['empty', 'This file is empty.'],
      ['large', 'Too large: a file can have up to 25 MB.'],
    ]);
    expect(sendings.isSending).toBe(false);
    for (const one of sendings.all) sendings.remove(one);
    expect(sendings.all).toEqual([]);
  });

  it('leave no upload behind when the task does not take them', async () => {
    attach.mockRejectedValueOnce(new Error('The project is archived.'));
    const { sendings } = started();
    sendings.add([fileOf('a')]);
    await settled();
    expect(sendings.all.map(({ failure }) => failure)).toEqual(['The project is archived.']);
    expect(cancelUpload.mock.calls).toEqual([['id of a']]);
  });

  it('are not attached when they were cancelled, or the task was left', async () => {
    const slow = deferred<string>();
    upload.mockReturnValue(slow.promise);
    const { sendings, leave } = started();
    sendings.add([fileOf('a')]);
    await settled();
    leave();
    expect(upload.mock.calls[0]?.[1].signal.aborted).toBe(true);
    slow.resolve('late');
    await settled();
    expect(attach).not.toHaveBeenCalled();
    expect(cancelUpload).toHaveBeenCalledWith('late');
    expect(sendings.all).toEqual([]);
  });
});
