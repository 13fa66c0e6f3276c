// Calendar feeds of others, served by the test.

import { createServer } from 'node:http';

// A server that says at every path what `say` was given last for it.
export class Feeds {
  #texts = new Map();
  #server = createServer((request, response) => {
    const text = this.#texts.get(request.url);
    response.writeHead(text === undefined ? 404 : 200, {
      'Content-Type': 'text/calendar',
    });
    response.end(text);
  });

  static async start() {
    const feeds = new Feeds();
    await new Promise((resolve) => feeds.#server.listen(0, 'localhost', resolve));
    return feeds;
  }

  // Events of a whole day, by their titles. Returns the address.
  say(path, days) {
    const events = Object.entries(days).map(([title, day]) =>
      [
        ...['BEGIN:VEVENT', `UID:${title.replace(/\W/g, '')}@example.com`],
        ...['DTSTAMP:20261101T000000Z', `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`],
        ...[`SUMMARY:${title}`, 'END:VEVENT'],
      ].join('\r\n'),
    );
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Holidays', ...events];
    this.#texts.set(path, [...lines, 'END:VCALENDAR', ''].join('\r\n'));
    return `http://localhost:${this.#server.address().port}${path}`;
  }

  end() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

const subscriptions = '/api/v1/subscriptions';

export function subscribe(person, address, more = {}) {
  return person.call('POST', subscriptions, {
    address,
    color: '#E11D48',
    ...more,
  });
}

// With another address everything is fetched at once; the same is fetched once in a minute at most.
export async function changeSubscription(person, { id }, change) {
  const { etag } = await person.get(`${subscriptions}/${id}`);
  return person.call('PATCH', `${subscriptions}/${id}`, change, {
    'If-Match': `"${etag}"`,
  });
}

export function unsubscribe(person, { id }) {
  return person.call('DELETE', `${subscriptions}/${id}`);
}
