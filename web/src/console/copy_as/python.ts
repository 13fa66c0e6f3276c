// A query as Python, for boto3.

import type { AttributeValue } from '../attribute_value';
import { usualEndpoint, usualRegion, type ApiInput } from './api_input';
import { pythonText } from './quoting';

export function python(input: ApiInput): string {
  const { names, values } = input;
  const typesOf = Object.values(values).flatMap((value) => Object.keys(value));
  const imports = [
    ...(typesOf.includes('B') ? ['import base64'] : []),
    ...(typesOf.includes('N') ? ['from decimal import Decimal'] : []),
  ];
  const dictionary = (entries: [string, string][]) =>
    `{\n${entries.map(([name, text]) => `        ${pythonText(name)}: ${text},`).join('\n')}\n    }`;
  const nameEntries = Object.entries(names).map(([name, text]): [string, string] => [
    name,
    pythonText(text),
  ]);
  const valueEntries = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    valueOf(value),
  ]);
  const lines = [
    input.index !== undefined && `IndexName=${pythonText(input.index)},`,
    input.keyCondition !== undefined && `KeyConditionExpression=${pythonText(input.keyCondition)},`,
    input.filter !== undefined && `FilterExpression=${pythonText(input.filter)},`,
    nameEntries.length > 0 && `ExpressionAttributeNames=${dictionary(nameEntries)},`,
    valueEntries.length > 0 && `ExpressionAttributeValues=${dictionary(valueEntries)},`,
    input.isDescending && 'ScanIndexForward=False,',
    input.limit !== undefined && `Limit=${input.limit},`,
  ].filter((line) => line !== false);
  return `${imports.length > 0 ? `${imports.join('\n')}\n\n` : ''}import boto3

dynamodb = boto3.resource(
    "dynamodb", endpoint_url=${pythonText(usualEndpoint)}, region_name=${pythonText(usualRegion)}
)
table = dynamodb.Table(${pythonText(input.table)})
page = table.${input.operation}(
${lines.map((line) => `    ${line}`).join('\n')}
)
for item in page["Items"]:
    print(item)
`;
}

function valueOf(value: AttributeValue): string {
  if ('S' in value) return pythonText(value.S);
  if ('N' in value) return `Decimal(${pythonText(value.N)})`;
  if ('B' in value) return `base64.b64decode(${pythonText(value.B)})`;
  if ('BOOL' in value) return value.BOOL ? 'True' : 'False';
  return 'None';
}
