// A query as JavaScript, for lib-dynamodb of the AWS SDK.

import type { AttributeValue } from '../attribute_value';
import { usualEndpoint, usualRegion, type ApiInput } from './api_input';
import { jsonText } from './quoting';

export function javascript(input: ApiInput): string {
  const command = input.operation === 'query' ? 'QueryCommand' : 'ScanCommand';
  const values = Object.entries(input.values).map(([name, value]) => [name, valueOf(value)]);
  const imports = ['DynamoDBDocumentClient', command];
  if (values.some(([, text]) => text?.startsWith('NumberValue'))) imports.push('NumberValue');
  const texts = (entries: string[][]) =>
    entries.map(([name = '', text = '']) => `    ${jsonText(name)}: ${text},`).join('\n');
  const names = Object.entries(input.names).map(([name, text]) => [name, jsonText(text)]);
  const lines = [
    `TableName: ${jsonText(input.table)},`,
    input.index !== undefined && `IndexName: ${jsonText(input.index)},`,
    input.keyCondition !== undefined && `KeyConditionExpression: ${jsonText(input.keyCondition)},`,
    input.filter !== undefined && `FilterExpression: ${jsonText(input.filter)},`,
    names.length > 0 && `ExpressionAttributeNames: {\n${texts(names)}\n  },`,
    values.length > 0 && `ExpressionAttributeValues: {\n${texts(values)}\n  },`,
    input.isDescending && 'ScanIndexForward: false,',
    input.limit !== undefined && `Limit: ${input.limit},`,
  ].filter((line) => line !== false);
  return `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ${imports.join(', ')} } from '@aws-sdk/lib-dynamodb';

const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({ endpoint: ${jsonText(usualEndpoint)}, region: ${jsonText(usualRegion)} }),
);
const { Items, LastEvaluatedKey } = await client.send(new ${command}({
${lines.map((line) => `  ${line}`).join('\n')}
}));
`;
}

function valueOf(value: AttributeValue): string {
  if ('S' in value) return jsonText(value.S);
  if ('N' in value) return numberOf(value.N);
  if ('B' in value) return `Buffer.from(${jsonText(value.B)}, 'base64')`;
  if ('BOOL' in value) return String(value.BOOL);
  return 'null';
}

// Numbers of JavaScript have 15 digits for certain; those of DynamoDB have 38.
function numberOf(digits: string): string {
  const isExact = /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(digits) && String(Number(digits)) === digits;
  return isExact ? digits : `NumberValue.from(${jsonText(digits)})`;
}
