// A query as a command of the AWS CLI.

import type { AttributeValue } from '../attribute_value';
import { usualEndpoint, usualRegion, type ApiInput } from './api_input';
import { jsonText, shellWord } from './quoting';

export function awsCli(input: ApiInput): string {
  const { index, keyCondition, filter, names, values, limit } = input;
  const options: [string, string?][] = [
    ['--endpoint-url', usualEndpoint],
    ['--region', usualRegion],
    ['--table-name', input.table],
  ];
  if (index !== undefined) options.push(['--index-name', index]);
  if (keyCondition !== undefined) options.push(['--key-condition-expression', keyCondition]);
  if (filter !== undefined) options.push(['--filter-expression', filter]);
  if (Object.keys(names).length > 0) {
    options.push(['--expression-attribute-names', objectText(names, jsonText)]);
  }
  if (Object.keys(values).length > 0) {
    options.push(['--expression-attribute-values', objectText(values, valueText)]);
  }
  // Version 1 would take base64 for the bytes themselves; it does not know the option, and says so.
  if (Object.values(values).some((value) => 'B' in value)) {
    options.push(['--cli-binary-format', 'base64']);
  }
  if (input.isDescending) options.push(['--no-scan-index-forward']);
  if (limit !== undefined) options.push(['--max-items', String(limit)]);
  const words = options.map(([name, value]) =>
    value === undefined ? name : `${name} ${shellWord(value)}`,
  );
  return [`aws dynamodb ${input.operation}`, ...words].join(' \\\n  ');
}

function objectText<T>(entries: Record<string, T>, textOf: (value: T) => string): string {
  const parts = Object.entries(entries).map(([name, each]) => `${jsonText(name)}: ${textOf(each)}`);
  return `{${parts.join(', ')}}`;
}

function valueText(value: AttributeValue): string {
  return objectText(value as Record<string, unknown>, (content) =>
    typeof content === 'string' ? jsonText(content) : JSON.stringify(content),
  );
}
