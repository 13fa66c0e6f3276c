// The one way to the server: JSON in and out, problems as errors, and what is known about the
// connection.

import { connection } from './connection.svelte';

export interface Problem {
  status: number;
  title: string;
  detail: string;
  field?: string;
  code?: string;
  taken?: unknown;
  current?: unknown;
}

// The server said no. The message is the problem's `detail`, which is made to be shown.
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  // Which rule was broken, and what is in the way; where the server says so.
  readonly code: string | undefined;
  readonly taken: unknown;
  // Of a conflict (412, or 409 where it is there): the state as it is now.
  readonly current: unknown;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.field = problem.field;
    this.code = problem.code;
    this.taken = problem.taken;
    this.current = problem.current;
  }
}

// The server could not be reached, or was not there to answer.
export class OfflineError extends Error {
  constructor() {
    super('Norn cannot be reached. Nothing was saved; try again when you are back online.');
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

// For whoever learns of it in another way than from a request that was refused.
export function sessionEnded(): Promise<boolean> {
  return onSignedOut();
}

export async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const response = await answered(method, path, options);
  return (await contentOf(response, options)) as T;
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
    const response = await fetch(path, init);
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
    const detail = 'Something between this browser and Norn answered in its place. Try again.';
    throw new ApiError({ status: response.status, title: 'Not Norn', detail });
  }
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (typeof problem.detail === 'string') {
      return { title: '', ...problem, detail: problem.detail, status: response.status };
    }
  } catch {
    // A proxy in between answers with whatever it likes.
  }
  const detail = `The server answered with ${response.status} ${response.statusText}. Try again.`;
  return { status: response.status, title: response.statusText, detail };
}

// What to show of anything that was thrown.
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// The message if it belongs to this field of a form; otherwise undefined.
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? error.message : undefined;
}
