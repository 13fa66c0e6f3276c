// The program under test: a norn on a free port, with a data folder of its own. With
// NORN_BROWSER_STORE=remote its store is the DynamoDB API of a second norn, which has the data.

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
const isRemote = process.env.NORN_BROWSER_STORE === 'remote';
const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

const ready = /^Norn is ready at http:\/\/127\.0\.0\.1:(\d+) /;
const apiReady = /^The DynamoDB API is at (http:\/\/127\.0\.0\.1:\d+)/;
const setup = /^Create the first account at (http:\/\/\S+\/setup#(\S+))$/;

export class Norn {
  #folder = mkdtempSync(join(tmpdir(), 'norn-browser-'));
  #process;
  #engine; // The norn that is its remote store.
  #port = 0;
  #api; // The address of its DynamoDB API.
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
    const data = ['--data', join(this.#folder, 'data'), '--dynamodb-listen', '127.0.0.1:0'];
    if (isRemote && !this.#engine) await this.#startEngine([...data, '--listen', 'none']);
    const store = ['--store', 'dynamodb', '--endpoint-url', this.#api, '--region', 'us-east-1'];
    this.#process = this.#spawn([
      ...(isRemote ? store : data),
      ...['--listen', `127.0.0.1:${this.#port}`, '--rate-limit', '0'],
      // Calendar feeds of a test are served here, under this name only.
      ...['--allow-feed-host', 'localhost'],
    ]);
    await this.#untilReady(isFirst);
  }

  #spawn(options) {
    const errors = openSync(join(this.#folder, 'errors'), 'a');
    const stdio = ['ignore', 'pipe', errors];
    const env = { ...process.env, ...credentials };
    const child = spawn(program, ['serve', ...options], { stdio, env });
    closeSync(errors);
    return child;
  }

  async #startEngine(options) {
    this.#engine = this.#spawn(options);
    for await (const line of createInterface({ input: this.#engine.stdout })) {
      this.#api = apiReady.exec(line)?.[1];
      if (this.#api) return;
    }
    throw new Error(`the remote store is not ready: ${this.#errors()}`);
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
        this.#api = apiReady.exec(line)?.[1] ?? this.#api;
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

  // Writes an item of texts into a table, as any DynamoDB client does.
  async putItem(table, item) {
    const entries = Object.entries(item).map(([name, text]) => [name, { S: text }]);
    const credential = 'local/20261104/us-east-1/dynamodb/aws4_request';
    const reply = await fetch(this.#api, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': 'DynamoDB_20120810.PutItem',
        'X-Amz-Date': '20261104T100000Z',
        Authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify({ TableName: table, Item: Object.fromEntries(entries) }),
    });
    if (!reply.ok) throw new Error(`PutItem: ${reply.status} ${await reply.text()}`);
  }

  // Stops it; fails unless it ends well.
  async stop() {
    const stopping = this.#process;
    this.#process = undefined;
    if (stopping) await this.#stopped(stopping);
  }

  async #stopped(stopping) {
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
      if (this.#engine) await this.#stopped(this.#engine);
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #errors() {
    return readFileSync(join(this.#folder, 'errors'), 'utf8');
  }
}
