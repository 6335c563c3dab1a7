import { plural } from '@hopscope/domain';
import { z } from 'zod';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a day such as 2026-01-31',
};

const units: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
};

function sizeText(
  { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined },
  { bound, limit }: { bound: 'at most' | 'at least'; limit: number | bigint },
): string {
  const unit = units[origin];
  if (unit) return `must have ${bound} ${limit} ${plural(Number(limit), ...unit)}`;
  if (inclusive) return `must be ${bound} ${limit}`;
  return `must be ${bound === 'at most' ? 'less' : 'more'} than ${limit}`;
}

/**
 * Returns a text about an invalid value of a request, to follow the name of its field. Texts of the contract itself have
 * priority.
 */
export function issueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'invalid_value': {
      const values = issue.values.map((value) => (value === '' ? '(empty)' : String(value)));
      if (issue.input === undefined) return 'is missing';
      return values.length === 1 ? `must be ${values[0]}` : `must be one of: ${values.join(', ')}`;
    }
    case 'too_big':
      return sizeText(issue, { bound: 'at most', limit: issue.maximum });
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return sizeText(issue, { bound: 'at least', limit: issue.minimum });
    case 'invalid_format': {
      const format = formats[issue.format];
      return format === undefined ? 'has the wrong format' : `must be ${format}`;
    }
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
      return 'is not valid';
  }
}

/** Returns the text as a sentence with the field; complete sentences follow its name. */
export function issueSentence({ field, message }: { field: string; message: string }): string {
  if (/^[a-z]/.test(message)) return `${field === '' ? 'The request' : field} ${message}`;
  return field === '' ? message : `${field}: ${message}`;
}

// For every schema of this thread: the messages of the library are for programmers.
z.config({ localeError: issueText });
