// People and what they have, made over the REST API.

import { request } from 'node:http';

export const password = 'correct horse battery';
export const color = '#3B82F6';

// Sign-ups are counted by address, so everybody comes from another one of this machine.
let addresses = 0;
let numbers = 0;

function ownAddress() {
  addresses += 1;
  return `127.0.${1 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

// Somebody who talks to the server as a browser does, with a cookie.
export class Client {
  cookie;
  #norn;
  #address = ownAddress();

  constructor(norn) {
    this.#norn = norn;
  }

  // The reply as it is, whatever its status: { status, headers, text, json }. A body is bytes, or is made JSON.
  ask(method, path, body, headers = {}) {
    const sent = { ...headers };
    if (this.cookie) sent.Cookie = `norn=${this.cookie}`;
    const isBytes = Buffer.isBuffer(body);
    if (isBytes) sent['Content-Type'] = 'application/octet-stream';
    else if (body !== undefined) sent['Content-Type'] = 'application/json';
    const options = { method, headers: sent, localAddress: this.#address, agent: false };
    return new Promise((resolve, reject) => {
      const asked = request(this.#norn.url + path, options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(this.#read(response, Buffer.concat(chunks).toString())));
      });
      asked.on('error', reject);
      asked.end(isBytes || body === undefined ? body : JSON.stringify(body));
    });
  }

  #read(response, text) {
    for (const line of response.headers['set-cookie'] ?? []) {
      this.cookie = /^norn=([^;]*)/.exec(line)?.[1] ?? this.cookie;
    }
    const isJson = /json/.test(response.headers['content-type'] ?? '') && text !== '';
    const json = isJson ? JSON.parse(text) : undefined;
    return { status: response.statusCode, headers: response.headers, text, json };
  }

  // The body of a reply that has to be a success.
  async call(method, path, body, headers) {
    let reply = await this.ask(method, path, body, headers);
    // What only administrators may do needs that, once in ten minutes.
    if (reply.json?.code === 'confirmationNeeded') {
      await this.ask('POST', '/api/v1/confirmation', { password });
      reply = await this.ask(method, path, body, headers);
    }
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  }

  get(path) {
    return this.call('GET', path);
  }
}

// Somebody with an account.
export class Person extends Client {
  id;
  name;
  email;
  password = password;

  #signedInMs = Date.now();

  // What only administrators may do takes a sign-in of the last ten minutes, or the password again. A test
  // is shorter than what is left of them.
  async stayRecent() {
    if (Date.now() - this.#signedInMs < 5 * 60_000) return;
    this.#signedInMs = Date.now();
    await this.call('POST', '/api/v1/session', { email: this.email, password: this.password });
  }

  is(me) {
    this.id = me.id;
    this.name = me.name;
    this.email = me.email;
    return this;
  }

  makeCalendar(name, options = {}) {
    return this.call('POST', '/api/v1/calendars', { name, color, ...options });
  }

  // Makes somebody who has an account a member, at once.
  async share(calendar, person, role) {
    const body = { email: person.email, role };
    return (await this.call('POST', `/api/v1/calendars/${calendar.id}/members`, body)).member;
  }

  async setRole(calendar, member, role) {
    const path = `/api/v1/calendars/${calendar.id}/members/${member.userId}`;
    return this.call('PATCH', path, { role }, { 'If-Match': `"${member.etag}"` });
  }

  removeMember(calendar, person) {
    return this.call('DELETE', `/api/v1/calendars/${calendar.id}/members/${person.id}`);
  }

  makeEntry(calendar, entry) {
    return this.call('POST', `/api/v1/calendars/${calendar.id}/entries`, entry);
  }

  // The entry as it is now; undefined when there is none.
  async entry(id) {
    const reply = await this.ask('GET', `/api/v1/entries/${id}`);
    return reply.status === 404 ? undefined : reply.json;
  }

  changeEntry(entry, change) {
    return this.call('PATCH', `/api/v1/entries/${entry.id}`, change, {
      'If-Match': `"${entry.etag}"`,
    });
  }

  removeEntry(entry) {
    return this.call('DELETE', `/api/v1/entries/${entry.id}`, undefined, {
      'If-Match': `"${entry.etag}"`,
    });
  }

  async entries(calendar, from, to) {
    const path = `/api/v1/calendars/${calendar.id}/entries?from=${from}&to=${to}`;
    return (await this.get(path)).entries;
  }
}

export function newEmail(name = 'person') {
  numbers += 1;
  return `${name.toLowerCase().replace(/[^a-z]/g, '')}-${numbers}@example.com`;
}

// The first account of a server, an administrator.
export async function setUp(norn, name = 'Ada Admin') {
  const administrator = new Person(norn);
  const body = { secret: norn.setupSecret, email: newEmail('ada'), name, password };
  administrator.is(await administrator.call('POST', '/api/v1/setup', body));
  // The first steps are a test of their own: first_run.test.mjs.
  await administrator.call('PATCH', '/api/v1/account', { firstSteps: false });
  return administrator;
}

// Somebody whom the administrator has invited, which proves that the address is theirs.
export async function signUp(norn, administrator, name) {
  const email = newEmail(name.split(' ')[0]);
  const invitation = await administrator.call('POST', '/api/v1/invitations', { email });
  const person = new Person(norn);
  const body = { email, name, password, invitation: invitation.secret };
  return person.is(await person.call('POST', '/api/v1/accounts', body));
}

export function allDay(title, date, options = {}) {
  return { title, date, kind: { type: 'AllDay' }, ...options };
}

export function timed(title, date, start, end, options = {}) {
  return { title, date, kind: { type: 'Timed', start, end }, ...options };
}

export function multiDay(title, start, end, options = {}) {
  return { title, kind: { type: 'MultiDay', start, end }, ...options };
}

export function task(title, date, completed = false, options = {}) {
  return { title, date, kind: { type: 'Task', completed }, ...options };
}
