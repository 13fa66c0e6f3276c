// Whether administrators may use the console now. Signing in is not enough for it: they confirm who they are before it shows
// anything, and again after ten minutes. When they do not, it shows nothing any more.

import { ApiError, request, type Method, type Options } from '../lib/api';
import type { ConsoleState } from './types';

const path = '/api/v1/console';

class ConsoleAccess {
  // undefined: not known yet.
  state = $state.raw<ConsoleState>();
  // They may look around.
  isOpen = $state(false);

  async load(): Promise<void> {
    this.state = await request<ConsoleState>('GET', path);
    if (this.state.confirmedUntil !== null) this.isOpen = true;
  }

  // The page is left: what is shown when somebody comes back is asked for again.
  forget(): void {
    this.isOpen = false;
    this.state = undefined;
  }
}

export const consoleAccess = new ConsoleAccess();

// A request of the console. One that needs a confirmation waits for it; it fails when they do not confirm.
export async function consoleRequest<T>(
  method: Method,
  rest: string,
  options: Options = {},
): Promise<T> {
  try {
    return await request<T>(method, path + rest, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'confirmationNeeded') {
      consoleAccess.isOpen = false;
    }
    throw error;
  }
}
