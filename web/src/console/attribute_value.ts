// Values of DynamoDB: as its JSON writes them, with a type around each, and as plain JSON.

import { t } from '../lib/messages';

export type AttributeValue =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { M: Item }
  | { L: AttributeValue[] }
  | { SS: string[] }
  | { NS: string[] }
  | { BS: string[] };

export type Item = Record<string, AttributeValue>;

// JSON itself, as far as it was read.
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const decimalNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const isNumber = (text: string) => decimalNumber.test(text);
export const isBase64 = (text: string) => base64.test(text);

// The item in the JSON of DynamoDB, to be read and edited.
export function typedText(item: Item): string {
  return JSON.stringify(item, null, 2);
}

// The item as people write it: numbers keep all their digits, sets are lists, bytes are base64.
export function plainText(item: Item): string {
  return plainOf({ M: item }, '\n');
}

// A value in a line: of a text the text itself.
export function lineText(value: AttributeValue): string {
  return 'S' in value ? value.S : plainOf(value, '');
}

// `newline` begins a line of this level; without it, everything is one line.
function plainOf(value: AttributeValue, newline: string): string {
  if ('S' in value) return JSON.stringify(value.S);
  if ('N' in value) return plainNumber(value.N);
  if ('B' in value) return JSON.stringify(value.B);
  if ('BOOL' in value) return String(value.BOOL);
  if ('NULL' in value) return 'null';
  const deeper = newline && `${newline}  `;
  if ('M' in value) {
    const entries = Object.entries(value.M);
    const parts = entries.map(
      ([name, each]) => `${JSON.stringify(name)}: ${plainOf(each, deeper)}`,
    );
    return enclosed('{', parts, '}', newline);
  }
  return enclosed(
    '[',
    listOf(value).map((each) => plainOf(each, deeper)),
    ']',
    newline,
  );
}

function listOf(value: Exclude<AttributeValue, { S: string }>): AttributeValue[] {
  if ('L' in value) return value.L;
  if ('SS' in value) return value.SS.map((S) => ({ S }));
  if ('NS' in value) return value.NS.map((N) => ({ N }));
  return 'BS' in value ? value.BS.map((B) => ({ B })) : [];
}

const plainNumber = (digits: string) => (jsonNumber.test(digits) ? digits : JSON.stringify(digits));

function enclosed(open: string, parts: string[], close: string, newline: string): string {
  if (parts.length === 0) return open + close;
  if (!newline) return `${open}${parts.join(', ')}${close}`;
  return `${open}${newline}  ${parts.join(`,${newline}  `)}${newline}${close}`;
}

export type ReadItem = { item: Item } | { problem: string };

// What was typed in the JSON of DynamoDB, or what is wrong with it and where.
export function readItem(text: string): ReadItem {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: t.console.json.noJson({ reason }) };
  }
  if (!isObject(json)) return { problem: t.console.json.noObject() };
  const problem = firstProblem(Object.entries(json), (each, name) => problemOf(each, name));
  return problem === undefined ? { item: json as Item } : { problem };
}

const isObject = (json: Json | undefined): json is { [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

// DynamoDB nests no deeper.
const mostLevels = 32;

function problemOf(json: Json, at: string, level = 0): string | undefined {
  const noValue = t.console.json.noValue({ at });
  if (!isObject(json) || level > mostLevels) return noValue;
  const [entry, ...others] = Object.entries(json);
  if (!entry || others.length > 0) return noValue;
  const [type, content] = entry;
  if (type === 'M') {
    if (!isObject(content)) return noValue;
    return firstProblem(Object.entries(content), (each, name) =>
      problemOf(each, `${at}.${name}`, level + 1),
    );
  }
  if (type === 'L') {
    if (!Array.isArray(content)) return noValue;
    return firstProblem(Object.entries(content), (each, name) =>
      problemOf(each, `${at}[${name}]`, level + 1),
    );
  }
  if (type === 'BOOL') return typeof content === 'boolean' ? undefined : noValue;
  if (type === 'NULL') return content === true ? undefined : noValue;
  if (!/^[SNB]S?$/.test(type)) return noValue;
  if (type.length === 1) return problemOfScalar(type, content, at);
  if (!Array.isArray(content) || content.length === 0) return t.console.json.noSet({ at });
  return firstProblem(Object.entries(content), (each) => problemOfScalar(type.charAt(0), each, at));
}

function firstProblem(
  entries: [string, Json][],
  find: (json: Json, name: string) => string | undefined,
): string | undefined {
  for (const [name, each] of entries) {
    const problem = find(each, name);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfScalar(type: string, content: Json, at: string): string | undefined {
  if (typeof content !== 'string') return t.console.json.noText({ at, type });
  if (type === 'N' && !isNumber(content)) return t.console.json.noNumber({ at, text: content });
  if (type === 'B' && !isBase64(content)) return t.console.json.noBytes({ at });
  return undefined;
}

// Whether both are the same, whatever the order of what has none.
export function isSameValue(
  one: AttributeValue | undefined,
  other: AttributeValue | undefined,
): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: AttributeValue | undefined): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (Array.isArray(each)) return /^[SNB]S$/.test(key) ? [...each].sort() : each;
    if (typeof each !== 'object' || each === null) return each;
    const entries = Object.entries(each);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
