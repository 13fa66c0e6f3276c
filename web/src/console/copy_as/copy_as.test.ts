// What is copied is run: by bash, by JavaScript and by Python, with stand-ins for what it would call. What those are called
// with has to be the query, whatever is in it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AttributeValue } from '../attribute_value';
import type { Asked } from '../tables/query_draft';
import { notes } from '../test_tables';
import { apiInput } from './api_input';
import { awsCli } from './aws_cli';
import { javascript } from './javascript';
import { python } from './python';
import { jsonText, pythonText, shellWord } from './quoting';

const nasty = [
  `it's "quoted" \\ and \`run\` $(rm -rf ~) \${HOME} !! %s {x}`,
  'two\nlines\r\n\tand a tab\b\f',
  'Grüße, 你好, 👩‍👩‍👧, e\u0301',
  '\u0000\u0007\u007f\u0085\u2028\u2029\u202etxt.exe\ufeff',
  '\ud800 alone',
  `''' """ \\' \\\\" \\N{DASH} \\x41 \\u0041`,
  '--table-name=x; file:///etc/passwd',
  '',
];
const values: AttributeValue[] = [
  ...nasty.map((S) => ({ S })),
  { N: '12.5' },
  { N: '-0' },
  { N: '12345678901234567890123456789012345678' },
  { N: '1E-130' },
  { B: 'AP8nIlwK' },
  { BOOL: true },
  { BOOL: false },
  { NULL: true },
];
const asked: Asked[] = [
  { kind: 'scan', request: {} },
  { kind: 'query', request: { partition: { S: 'a' }, limit: 10 } },
  {
    kind: 'query',
    request: {
      index: 'byPicture',
      partition: { S: "o'clock" },
      sort: { operator: 'between', values: [{ B: 'AQ==' }, { B: 'AQI=' }] },
      descending: true,
      filter: [{ attribute: 'name', operator: 'not_exists' }],
    },
  },
  ...nasty
    .filter((text) => text !== '')
    .map((text): Asked => ({
      kind: 'query',
      request: {
        partition: { S: text },
        sort: { operator: 'begins_with', values: [{ S: text }] },
        filter: [{ attribute: text, operator: 'exists' }],
      },
    })),
  {
    kind: 'scan',
    request: {
      filter: values.map((value, at) => ({ attribute: `a${at}`, operator: '=', value })),
    },
  },
];

// The query as the API of DynamoDB takes it.
function expectedOf(each: Asked) {
  const input = apiInput(notes, each);
  return {
    TableName: input.table,
    ...(input.index !== undefined && { IndexName: input.index }),
    ...(input.keyCondition !== undefined && { KeyConditionExpression: input.keyCondition }),
    ...(input.filter !== undefined && { FilterExpression: input.filter }),
    ...(Object.keys(input.names).length > 0 && { ExpressionAttributeNames: input.names }),
    ...(Object.keys(input.values).length > 0 && { ExpressionAttributeValues: input.values }),
    ...(input.isDescending && { ScanIndexForward: false }),
    ...(input.limit !== undefined && { Limit: input.limit }),
  };
}

const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', '']);
    return true;
  } catch {
    return false;
  }
})();

// Runs a program on a file of its own, and reads what it prints.
function run(
  program: string,
  args: (file: string) => string[],
  text: string,
  name = 'text',
): string {
  const folder = mkdtempSync(join(tmpdir(), 'norn-copy-as-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, text);
    return execFileSync(program, args(file), { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('as a command of the AWS CLI', () => {
  // Each command ends with an empty word.
  const shell = `aws() { printf '%s\\0' "$@" ''; }\n`;
  const words = run(
    'bash',
    (file) => ['--norc', file],
    shell + asked.map((each) => awsCli(apiInput(notes, each))).join('\n'),
  ).split('\0\0');

  it.each(asked.map((each, at) => [at, each] as const))('%d', (at, each) => {
    const [service, operation, ...rest] = words[at]?.split('\0') ?? [];
    expect([service, operation]).toEqual(['dynamodb', each.kind]);
    const options = new Map<string, string>();
    for (let i = 0; i < rest.length; i += 2) {
      // The only one without a value.
      if (rest[i] === '--no-scan-index-forward') i--;
      else options.set(rest[i] ?? '', rest[i + 1] ?? '');
    }
    const read = (name: string) => {
      const text = options.get(name);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    };
    expect({
      TableName: options.get('--table-name'),
      IndexName: options.get('--index-name'),
      KeyConditionExpression: options.get('--key-condition-expression'),
      FilterExpression: options.get('--filter-expression'),
      ExpressionAttributeNames: read('--expression-attribute-names'),
      ExpressionAttributeValues: read('--expression-attribute-values'),
      ScanIndexForward: rest.includes('--no-scan-index-forward') ? false : undefined,
      Limit: read('--max-items'),
    }).toEqual(expectedOf(each));
    expect(options.has('--cli-binary-format')).toBe(
      JSON.stringify(expectedOf(each)).includes('{"B":'),
    );
  });
});

describe('as JavaScript', () => {
  const typed = (value: unknown): unknown => {
    if (typeof value === 'number') return { N: Object.is(value, -0) ? '-0' : String(value) };
    if (typeof value === 'boolean') return { BOOL: value };
    if (value === null) return { NULL: true };
    if (Buffer.isBuffer(value)) return { B: value.toString('base64') };
    return typeof value === 'string' ? { S: value } : value;
  };

  it.each(asked)('%#', async (each) => {
    const text = javascript(apiInput(notes, each));
    expect(text).toContain("from '@aws-sdk/lib-dynamodb';");
    expect(text.includes('NumberValue }')).toBe(text.includes('NumberValue.from'));
    // Imports are for modules.
    const body = text.replaceAll(/^import .*$/gm, '');
    const parts = ['DynamoDBClient', 'DynamoDBDocumentClient', 'QueryCommand', 'ScanCommand'];
    const sent: { kind: string; input: Record<string, unknown> }[] = [];
    const commandOf = (kind: string) =>
      function (this: object, input: unknown) {
        Object.assign(this, { kind, input });
      };
    const client = {
      send: (command: (typeof sent)[number]) => Promise.resolve(sent.push(command) && {}),
    };
    // It is the text that is tested.
    const program = new Function(
      ...[...parts, 'NumberValue'],
      `'use strict'; return (async () => {${body}})();`,
    ) as (...given: unknown[]) => Promise<void>;
    const stands = [
      commandOf('client'),
      { from: () => client },
      commandOf('query'),
      commandOf('scan'),
    ];
    await program(...stands, { from: (N: string) => ({ N }) });
    const [command] = sent;
    const input = { ...command?.input };
    const given = input.ExpressionAttributeValues as Record<string, unknown> | undefined;
    if (given) {
      input.ExpressionAttributeValues = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, typed(value)]),
      );
    }
    expect([command?.kind, input]).toEqual([each.kind, expectedOf(each)]);
  });

  it('is a module that Node.js can read', () => {
    for (const each of [asked[0], asked.at(-1)]) {
      const text = each ? javascript(apiInput(notes, each)) : '';
      expect(run(process.execPath, (file) => ['--check', file], text, 'copied.mjs')).toBe('');
    }
  });
});

// Calls what is copied with stand-ins, and prints as JSON with types what the table was asked.
const interpreter = `
import base64, decimal, json, sys, types

def typed(value):
    if isinstance(value, bool): return {"BOOL": value}
    if value is None: return {"NULL": True}
    if isinstance(value, bytes): return {"B": base64.b64encode(value).decode()}
    if isinstance(value, decimal.Decimal): return {"N": str(value)}
    return {"S": value}

class Table:
    def __init__(self, name): self.name = name
    def ask(self, kind, given):
        if "ExpressionAttributeValues" in given:
            values = given["ExpressionAttributeValues"]
            given["ExpressionAttributeValues"] = {k: typed(v) for k, v in values.items()}
        asked.append([kind, {"TableName": self.name, **given}])
        return {"Items": []}
    def query(self, **given): return self.ask("query", given)
    def scan(self, **given): return self.ask("scan", given)

asked = []
boto3 = types.ModuleType("boto3")
boto3.resource = lambda *args, **given: types.SimpleNamespace(Table=Table)
sys.modules["boto3"] = boto3
for text in json.load(open(sys.argv[1])):
    exec(compile(text.encode(), "copied.py", "exec"), {})
print(json.dumps(asked))
`;

describe.skipIf(!hasPython)('as Python', () => {
  const texts = asked.map((each) => python(apiInput(notes, each)));
  const said = hasPython
    ? (JSON.parse(run('python3', (file) => ['-c', interpreter, file], JSON.stringify(texts))) as [
        string,
        object,
      ][])
    : [];

  it.each(asked.map((each, at) => [at, each] as const))('%d', (at, each) => {
    expect(said[at]).toEqual([each.kind, expectedOf(each)]);
  });
});

it('quotes what a program would read as something else', () => {
  expect(shellWord("it's")).toBe(`'it'\\''s'`);
  expect(shellWord('')).toBe("''");
  expect(shellWord('byDay')).toBe('byDay');
  expect(jsonText('\u202e👩\u{e0041}')).toBe('"\\u202e👩\\udb40\\udc41"');
  expect(pythonText('\u202e👩\u{e0041}')).toBe('"\\u202e👩\\U000e0041"');
});
