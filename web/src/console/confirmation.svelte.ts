// Administrators confirm who they are before the console shows anything, and again after ten minutes. Whatever was asked for
// in the meantime waits for it, so that nothing of what they were doing is lost.

import { ApiError, request, type Method, type Options } from '../lib/api';
import type { ConsoleState } from './types';

const path = '/api/v1/console';

class Confirmation {
  // undefined: not known yet.
  state = $state.raw<ConsoleState>();
  // The dialog is shown.
  isAsking = $state(false);
  #waiting: ((isConfirmed: boolean) => void)[] = [];

  async load(): Promise<void> {
    this.state = await request<ConsoleState>('GET', path);
  }

  get isConfirmed(): boolean {
    const until = this.state?.confirmedUntil;
    return until !== undefined && until !== null;
  }

  // Resolves with whether they have confirmed it.
  ask(): Promise<boolean> {
    this.isAsking = true;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  // Throws what is wrong with it.
  async confirm(password: string, code: string): Promise<void> {
    const body = { ...(password !== '' && { password }), ...(code !== '' && { code }) };
    this.state = await request<ConsoleState>('POST', `${path}/confirmation`, { body });
    this.#settle(true);
  }

  cancel(): void {
    this.#settle(false);
  }

  async end(): Promise<void> {
    await request('DELETE', `${path}/confirmation`);
    if (this.state) this.state = { ...this.state, confirmedUntil: null };
  }

  // The page is left: what is shown when somebody comes back is asked for again.
  forget(): void {
    this.#settle(false);
    this.state = undefined;
  }

  #settle(isConfirmed: boolean): void {
    this.isAsking = false;
    for (const resolve of this.#waiting.splice(0)) resolve(isConfirmed);
  }
}

export const confirmation = new Confirmation();

const isNeeded = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.code === 'confirmationNeeded';

// A request of the console: asks to confirm when that is needed, and is sent once more then.
export async function consoleRequest<T>(
  method: Method,
  rest: string,
  options: Options = {},
): Promise<T> {
  for (;;) {
    try {
      return await request<T>(method, path + rest, options);
    } catch (error) {
      if (!isNeeded(error) || !(await confirmation.ask())) throw error;
    }
  }
}
