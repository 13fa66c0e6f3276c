import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  fieldError,
  messageOf,
  OfflineError,
  request,
  requestUnlessSame,
  whenRefused,
  whenSignedOut,
} from './api';
import { connection } from './connection.svelte';

const fetched = vi.fn<typeof fetch>();

function problem(status: number, more: object = {}, headers: HeadersInit = {}): Response {
  const body = JSON.stringify({ title: 'No', status, detail: `Because of ${status}.`, ...more });
  return new Response(body, { status, headers });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});

afterEach(() => {
  connection.reached();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a request', () => {
  it('sends JSON, the ETag in quotes and the key', async () => {
    fetched.mockResolvedValue(new Response('{"id":"1"}', { status: 201 }));
    const made = await request('POST', '/api/v1/x', {
      body: { a: 1 },
      ifMatch: 'abc',
      idempotencyKey: 'k',
    });
    expect(made).toEqual({ id: '1' });
    const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers);
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('If-Match')).toBe('"abc"');
    expect(headers.get('Idempotency-Key')).toBe('k');
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"a":1}');
  });

  it('gives nothing for 204', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    expect(await request('DELETE', '/api/v1/x')).toBeUndefined();
  });

  it('throws a problem with its field and what is now', async () => {
    fetched.mockResolvedValue(problem(412, { field: 'title', current: { title: 'x' } }));
    const error: unknown = await request('PATCH', '/api/v1/x').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).current).toEqual({ title: 'x' });
    expect(messageOf(error)).toBe('Because of 412.');
    expect(fieldError(error, 'title')).toBe('Because of 412.');
    expect(fieldError(error, 'date')).toBeUndefined();
  });

  it('makes a sentence of an answer that is no problem document', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(request('GET', '/api/v1/x')).rejects.toThrow(/answered with 502/);
  });

  it('makes a sentence of an answer that is not of Norn', async () => {
    fetched.mockResolvedValue(new Response('<h1>Welcome to our hotel</h1>'));
    await expect(request('GET', '/api/v1/x')).rejects.toThrow(/sent an unexpected answer/);
  });

  it('is offline when the connection breaks in the middle of the answer', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network')) });
    fetched.mockResolvedValueOnce(new Response(broken));
    await expect(request('GET', '/api/v1/x')).rejects.toBeInstanceOf(OfflineError);
    expect(connection.isOffline).toBe(true);
  });

  it('waits and tries again when the server is busy', async () => {
    fetched.mockResolvedValueOnce(problem(503, {}, { 'Retry-After': '1' }));
    fetched.mockResolvedValueOnce(new Response('{"ok":true}'));
    const reply = request('POST', '/api/v1/x');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await reply).toEqual({ ok: true });
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('does not wait for minutes', async () => {
    fetched.mockResolvedValue(problem(429, {}, { 'Retry-After': '900' }));
    await expect(request('POST', '/api/v1/session')).rejects.toThrow('Because of 429.');
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('tells when the session is over, but not for a wrong password', async () => {
    const ended = vi.fn(() => Promise.resolve(false));
    whenSignedOut(ended);
    fetched.mockImplementation(() => Promise.resolve(problem(401)));
    await expect(request('POST', '/api/v1/session')).rejects.toThrow();
    expect(ended).not.toHaveBeenCalled();
    await expect(request('GET', '/api/v1/calendars')).rejects.toThrow();
    expect(ended).toHaveBeenCalledOnce();
    fetched.mockImplementation(() => Promise.resolve(problem(401, { field: 'password' })));
    await expect(request('PUT', '/api/v1/account/password')).rejects.toThrow();
    expect(ended).toHaveBeenCalledOnce();
  });

  it('is sent again when the person has signed in again', async () => {
    whenSignedOut(() => Promise.resolve(true));
    fetched.mockResolvedValueOnce(problem(401));
    fetched.mockResolvedValueOnce(new Response('{"id":"1"}'));
    const body = { title: 'Dentist' };
    expect(await request('POST', '/api/v1/entries', { body })).toEqual({ id: '1' });
    expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual(
      Array(2).fill(JSON.stringify(body)),
    );
    whenSignedOut(() => Promise.resolve(false));
  });

  it('is sent again when the person has done what it takes, and not when they have not', async () => {
    whenRefused(({ code }) => Promise.resolve(code === 'confirmationNeeded'));
    fetched.mockResolvedValueOnce(problem(403, { code: 'confirmationNeeded' }));
    fetched.mockResolvedValueOnce(new Response('{"id":"1"}'));
    expect(await request('GET', '/api/v1/users')).toEqual({ id: '1' });
    fetched.mockResolvedValueOnce(problem(403, { code: 'onlyAdministrators' }));
    await expect(request('GET', '/api/v1/users')).rejects.toThrow('Because of 403.');
    whenRefused(() => Promise.resolve(false));
  });

  it('that reaches nobody is offline until one does', async () => {
    const back = vi.fn();
    const stop = connection.onBack(back);
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(request('GET', '/api/v1/x')).rejects.toBeInstanceOf(OfflineError);
    expect(connection.isOffline).toBe(true);
    fetched.mockResolvedValue(new Response('{}'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(connection.isOffline).toBe(false);
    expect(back).toHaveBeenCalledOnce();
    stop();
  });
});

describe('asking for what may be known', () => {
  const sent = (name: string) => new Headers(fetched.mock.lastCall?.[1]?.headers).get(name);

  it('gives the ETag along', async () => {
    fetched.mockResolvedValue(new Response('{"a":1}', { headers: { ETag: '"x1"' } }));
    expect(await requestUnlessSame('/api/v1/x')).toEqual({
      isSame: false,
      content: { a: 1 },
      etag: 'x1',
    });
    expect(sent('If-None-Match')).toBeNull();
  });

  it('hears that it is the same', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 304 }));
    expect(await requestUnlessSame('/api/v1/x', 'x1')).toEqual({ isSame: true });
    expect(sent('If-None-Match')).toBe('"x1"');
  });

  it('throws as every request does', async () => {
    fetched.mockResolvedValue(problem(400));
    await expect(requestUnlessSame('/api/v1/x')).rejects.toThrow('Because of 400.');
  });
});

it('sends a file as what it is', async () => {
  fetched.mockResolvedValue(new Response('{}'));
  const file = new Blob(['BEGIN:VCALENDAR'], { type: 'text/calendar' });
  await request('POST', '/api/v1/x', { file });
  const init = fetched.mock.lastCall?.[1];
  expect(init?.body).toBe(file);
  expect(new Headers(init?.headers).has('Content-Type')).toBe(false);
});
