// Many measurements of one thing, and the table of all of them.

import { cpus, loadavg, release, totalmem } from 'node:os';

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];
}

export class Figures {
  #rows = new Map();

  // One more measurement. A limit is for the 95th of a hundred.
  add(name, value, { unit = 'ms', limit, digits = 0 } = {}) {
    if (!Number.isFinite(value)) throw new Error(`${name}: nothing was measured`);
    const row = this.#rows.get(name) ?? { values: [], unit, limit, digits };
    row.values.push(value);
    this.#rows.set(name, row);
  }

  toMarkdown() {
    const lines = ['| what | median | p95 | limit | |', '|---|---|---|---|---|'];
    for (const [name, { values, unit, limit, digits }] of this.#rows) {
      const show = (value) => `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`;
      const worst = quantile(values, 0.95);
      const verdict = limit === undefined ? '' : worst <= limit ? 'met' : 'MISSED';
      const told = limit === undefined ? '' : show(limit);
      lines.push(
        `| ${name} | ${show(quantile(values, 0.5))} | ${show(worst)} | ${told} | ${verdict} |`,
      );
    }
    return lines.join('\n');
  }
}

export function machineFacts(browser, runs) {
  const facts = [
    `${cpus()[0]?.model.trim()} (${cpus().length} cores)`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Linux ${release()}`,
    `Chromium ${browser.version()}`,
    `${runs} runs`,
    `load average ${loadavg()[0]?.toFixed(1)} at the end.`,
  ];
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC; ${facts.join(', ')}`;
}
