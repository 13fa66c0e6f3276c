// The program under test: a norn on a free port, with a data folder of its own.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, openSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program =
  process.env.NORN_PROGRAM ??
  fileURLToPath(new URL('../../../build/release/norn', import.meta.url));
// Generous: it only bounds how long a broken program can hold up a test.
const patienceMs = 60_000;

const ready = /^Norn is ready at http:\/\/127\.0\.0\.1:(\d+) /;
const setup = /^Create the first account at (http:\/\/\S+\/setup#(\S+))$/;

export class Norn {
  #folder = mkdtempSync(join(tmpdir(), 'norn-browser-'));
  #process;
  #port = 0;
  // The printed link to the first account, and the secret in it.
  setupLink;
  setupSecret;

  static async start() {
    const norn = new Norn();
    await norn.start();
    return norn;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port() {
    return this.#port;
  }

  // Starts it, after stop() on the same port and the same data.
  async start() {
    const isFirst = this.#port === 0;
    const errors = openSync(join(this.#folder, 'errors'), 'a');
    const command = ['serve', '--data', join(this.#folder, 'data'), '--dynamodb-listen', 'none'];
    command.push('--listen', `127.0.0.1:${this.#port}`, '--rate-limit', '0');
    this.#process = spawn(program, command, { stdio: ['ignore', 'pipe', errors] });
    closeSync(errors);
    await this.#untilReady(isFirst);
  }

  async #untilReady(isFirst) {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), patienceMs);
    const lines = createInterface({ input: this.#process.stdout });
    const said = [];
    const spoken = new Promise((resolve, reject) => {
      this.#process.on('error', reject);
      lines.on('close', resolve);
      lines.on('line', (line) => {
        said.push(line);
        this.#port = Number(ready.exec(line)?.[1] ?? this.#port);
        [, this.setupLink, this.setupSecret] = setup.exec(line) ?? [
          ,
          this.setupLink,
          this.setupSecret,
        ];
        if (said.some((each) => ready.test(each)) && (!isFirst || this.setupSecret)) resolve();
      });
    });
    await spoken;
    clearTimeout(timer);
    if (!said.some((each) => ready.test(each)) || !this.setupSecret) {
      throw new Error(`norn is not ready: ${said.join('\n')} ${this.#errors()}`);
    }
  }

  // Stops it; fails unless it ends well.
  async stop() {
    if (!this.#process) return;
    const stopping = this.#process;
    this.#process = undefined;
    const ended = new Promise((resolve) =>
      stopping.once('exit', (code, signal) => resolve(code ?? signal)),
    );
    const timer = setTimeout(() => stopping.kill('SIGKILL'), patienceMs);
    if (stopping.exitCode === null) stopping.kill('SIGTERM');
    const code = stopping.exitCode ?? (await ended);
    clearTimeout(timer);
    if (code !== 0) throw new Error(`norn ended with ${code}: ${this.#errors()}`);
  }

  async end() {
    try {
      await this.stop();
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #errors() {
    return readFileSync(join(this.#folder, 'errors'), 'utf8');
  }
}
