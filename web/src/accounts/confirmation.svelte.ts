// People confirm who they are before they do what a thief of their session must not, and again after ten minutes. What the
// server refused until then waits for it, so that nothing of what they were doing is lost.

import { request, whenRefused } from '../lib/api';
import type { ConfirmationState } from '../lib/api_types';

const path = '/api/v1/confirmation';

class Confirmation {
  // Something waits for it.
  isAsking = $state(false);
  // What it takes: the dialog is shown as soon as that is known.
  needs = $state.raw<ConfirmationState>();
  #waiting: ((isConfirmed: boolean) => void)[] = [];

  // Resolves with whether they have confirmed it.
  ask(): Promise<boolean> {
    const answer = new Promise<boolean>((resolve) => this.#waiting.push(resolve));
    if (!this.isAsking) void this.#begin();
    return answer;
  }

  // Throws what is wrong with it.
  async confirm(password: string, code: string): Promise<void> {
    const body = { ...(password !== '' && { password }), ...(code !== '' && { code }) };
    await request('POST', path, { body });
    this.#settle(true);
  }

  cancel(): void {
    this.#settle(false);
  }

  async end(): Promise<void> {
    await request('DELETE', path);
  }

  async #begin(): Promise<void> {
    this.isAsking = true;
    try {
      const needs = await request<ConfirmationState>('GET', path);
      // It may have been given up meanwhile.
      if (this.isAsking) this.needs = needs;
    } catch {
      // What was refused says why.
      this.#settle(false);
    }
  }

  #settle(isConfirmed: boolean): void {
    this.isAsking = false;
    this.needs = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve(isConfirmed);
  }
}

export const confirmation = new Confirmation();
whenRefused(({ code }) =>
  code === 'confirmationNeeded' ? confirmation.ask() : Promise.resolve(false),
);
