import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { request } from '../lib/api';
import { confirmation } from './confirmation.svelte';

const fetched = vi.fn<typeof fetch>();
const unconfirmed = () =>
  new Response(JSON.stringify({ detail: 'Confirm it.', code: 'confirmationNeeded' }), {
    status: 403,
  });
const needs = { confirmedUntil: null, secondFactor: false, hasPassword: true };
let isConfirmed = false;

function answer(input: RequestInfo | URL, init?: RequestInit): Response {
  if (input !== '/api/v1/confirmation') {
    return isConfirmed ? new Response('{"ok":true}') : unconfirmed();
  }
  if (init?.method === 'POST') isConfirmed = true;
  return new Response(JSON.stringify(needs));
}

beforeEach(() => {
  isConfirmed = false;
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation((input, init) => Promise.resolve(answer(input, init)));
});
afterEach(() => vi.unstubAllGlobals());

it('is asked for once, and all that waits for it goes on', async () => {
  const replies = [request('GET', '/api/v1/users'), request('GET', '/api/v1/settings')];
  await vi.waitFor(() => expect(confirmation.needs).toEqual(needs));
  await confirmation.confirm('correct horse', '');
  expect(await Promise.all(replies)).toEqual([{ ok: true }, { ok: true }]);
  expect(confirmation.isAsking).toBe(false);
  expect(confirmation.needs).toBeUndefined();
  const asked = fetched.mock.calls.filter(([input]) => input === '/api/v1/confirmation');
  expect(asked.map(([, init]) => init?.method)).toEqual(['GET', 'POST']);
  expect(asked[1]?.[1]?.body).toBe('{"password":"correct horse"}');
});

it('that is declined leaves what the server said', async () => {
  const reply = request('GET', '/api/v1/users');
  const refused = expect(reply).rejects.toThrow('Confirm it.');
  await vi.waitFor(() => expect(confirmation.needs).toBeDefined());
  confirmation.cancel();
  await refused;
});

it('that cannot be asked for leaves it, too', async () => {
  fetched.mockImplementation((input, init) =>
    input === '/api/v1/confirmation'
      ? Promise.reject(new TypeError('offline'))
      : Promise.resolve(answer(input, init)),
  );
  await expect(request('GET', '/api/v1/users')).rejects.toThrow('Confirm it.');
  expect(confirmation.isAsking).toBe(false);
});
