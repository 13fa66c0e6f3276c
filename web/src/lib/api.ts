// The one way to the server: JSON in and out, problems as errors, and what is known about the
// connection.

import type { SentenceParams } from './api_types';
import { connection } from './connection.svelte';
import { inLanguage } from './faults';
import { t } from './messages';
import { traffic } from './traffic';

export interface Problem {
  status: number;
  title: string;
  detail: string;
  field?: string;
  // Which sentence `detail` is, and what fills it in: see fault_codes.json.
  code?: string;
  params?: SentenceParams;
  taken?: unknown;
  current?: unknown;
}

// The server said no. The message is the problem's `detail`, which is made to be shown.
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  // Which sentence the message is, and what fills it in: see fault_codes.json.
  readonly code: string | undefined;
  readonly params: SentenceParams | undefined;
  // What is in the way, where the server says so.
  readonly taken: unknown;
  // Of a conflict (412, or 409 where it is there): the state as it is now.
  readonly current: unknown;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.field = problem.field;
    this.code = problem.code;
    this.params = problem.params;
    this.taken = problem.taken;
    this.current = problem.current;
  }
}

// The server could not be reached, or was not there to answer.
export class OfflineError extends Error {
  constructor() {
    super(t.app.offline());
    this.name = 'OfflineError';
  }
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export interface Options {
  body?: unknown;
  // The ETag of the state that a change is based on.
  ifMatch?: string;
  // What makes creating something twice create it once (`crypto.randomUUID()`, kept for retries).
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  // In place of `body`: a file, sent as what its `type` says.
  file?: Blob;
  // The ETag of what is known already.
  ifNoneMatch?: string | undefined;
}

// The query of a page of a list; `after` is the `next` of the page before.
export function pageQuery(after: string | undefined): string {
  return after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
}

// What came, and its ETag; or nothing, because it is what is known already.
export type Answer<T> = { isSame: false; content: T; etag: string | undefined } | { isSame: true };

const maxWaits = 3;
const maxWaitSeconds = 5;

// Called when the server does not know us any more, so that the app asks to sign in. Resolves with
// whether the same person is signed in again.
let onSignedOut: () => Promise<boolean> = () => Promise.resolve(false);
export function whenSignedOut(callback: () => Promise<boolean>): void {
  onSignedOut = callback;
}

// Called with what the server refused. Resolves with whether the person has done what it takes.
let onRefused: ((problem: Problem) => Promise<boolean>) | undefined;
export function whenRefused(callback: (problem: Problem) => Promise<boolean>): void {
  onRefused = callback;
}

// For whoever learns of it in another way than from a request that was refused.
export function sessionEnded(): Promise<boolean> {
  return onSignedOut();
}

// Answers that were asked for before the page that needs them was there, each for one request.
const early = new Map<string, Promise<Response>>();
const maxEarlyMs = 10_000;

// Asks for what a page is about to ask for, while the page itself is on its way.
export function askEarly(path: string): void {
  const answer = fetch(path, { credentials: 'same-origin' });
  // Whoever takes it hears of it.
  answer.catch(() => undefined);
  early.set(path, answer);
  setTimeout(() => early.delete(path), maxEarlyMs);
}

function takeEarly(method: Method, path: string, options: Options): Promise<Response> | undefined {
  const answer = method === 'GET' && !options.ifNoneMatch ? early.get(path) : undefined;
  if (answer) early.delete(path);
  return answer;
}

export async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const response = await answered(method, path, options);
  return (await contentOf(response, options)) as T;
}

// What came, and from which path: an address may lead to another one.
export async function requestLed<T>(path: string): Promise<{ content: T; path: string }> {
  const response = await answered('GET', path, {});
  const content = (await contentOf(response, {})) as T;
  return { content, path: response.url ? new URL(response.url).pathname : path };
}

// Asks for something of which a version may be known.
export async function requestUnlessSame<T>(path: string, etag?: string): Promise<Answer<T>> {
  const response = await answered('GET', path, { ifNoneMatch: etag });
  if (response.status === 304) return { isSame: true };
  const content = (await contentOf(response, {})) as T;
  const sent = response.headers.get('ETag') ?? '';
  return { isSame: false, content, etag: /^(?:W\/)?"(.*)"$/.exec(sent)?.[1] };
}

// Throws unless the server said yes.
async function answered(method: Method, path: string, options: Options): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await send(method, path, options);
    if (response.ok || response.status === 304) return response;
    const problem = await problemOf(response);
    const isBusy = response.status === 429 || response.status === 503;
    const seconds = Number(response.headers.get('Retry-After') ?? '1');
    // Both mean that nothing was done, so that any method may be sent again.
    if (isBusy && waits < maxWaits && seconds <= maxWaitSeconds) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(seconds, 0.2) * 1000));
      continue;
    }
    const isSignedOut = response.status === 401 && problem.field === undefined;
    if (isSignedOut && path !== '/api/v1/session' && (await onSignedOut())) continue;
    if (await onRefused?.(problem)) continue;
    throw new ApiError(problem);
  }
}

async function send(method: Method, path: string, options: Options): Promise<Response> {
  const headers = new Headers();
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`);
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey);
  // With it, the browser's own cache keeps out of it, and 304 is told.
  if (options.ifNoneMatch !== undefined) headers.set('If-None-Match', `"${options.ifNoneMatch}"`);
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  // Its type is its own.
  if (options.file) init.body = options.file;
  if (options.signal) init.signal = options.signal;
  try {
    const asked = takeEarly(method, path, options) ?? fetch(path, init);
    const response = await traffic.follow(asked);
    connection.reached();
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    connection.lost();
    throw new OfflineError();
  }
}

async function contentOf(response: Response, options: Options): Promise<unknown> {
  if (response.status === 204) return undefined;
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    // The connection broke in the middle.
    if (options.signal?.aborted) throw error;
    connection.lost();
    throw new OfflineError();
  }
  try {
    return JSON.parse(text);
  } catch {
    // The page of a hotel's network, which wants to be seen first.
    const detail = t.app.notNorn();
    throw new ApiError({ status: response.status, title: '', detail });
  }
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (typeof problem.detail === 'string') {
      const detail = await inLanguage(problem.code, problem.params, problem.detail);
      return { title: '', ...problem, detail, status: response.status };
    }
  } catch {
    // A proxy in between answers with whatever it likes.
  }
  const status = `${response.status} ${response.statusText}`;
  const detail = t.app.badAnswer({ status });
  return { status: response.status, title: response.statusText, detail };
}

// What to show of anything that was thrown.
export function messageOf(error: unknown): string {
  // It may have happened before there were words for it.
  if (error instanceof OfflineError) return t.app.offline();
  return error instanceof Error ? error.message : String(error);
}

// The message if it belongs to this field of a form; otherwise undefined.
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? error.message : undefined;
}
