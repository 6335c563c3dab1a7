import { chainOf } from '@hopscope/domain';
import type { ScreenedAddress, ScreeningDecision } from '@hopscope/contract';
import type { HopscopeClient } from './client.ts';
import { HopscopeError } from './client-error.ts';
import { screenBatch } from './screen-batch.ts';

/** Exit codes of `hopscope screen`: by the gravest decision, or what went wrong. */
export const exitCodes = { allow: 0, failed: 1, usage: 2, review: 10, block: 20 } as const;

const usage = `Usage: hopscope screen <address>... [--direction in|out] [--json]
       hopscope batch <file> [--direction in|out]

Decides on addresses, or on those of a file (JSON Lines, or CSV if its name ends with .csv or
.txt), by the rules of your organization. Decisions of a file are printed as JSON Lines. Reads the
server from HOPSCOPE_URL and an API key with the scope "screen" from HOPSCOPE_KEY.

Exit codes: 0 allow, 10 review, 20 block, 1 failed, 2 wrong use.
`;

/** Where a command writes, and what it reads. */
export interface Output {
  /** Returns the content of a file. */
  read(path: string): Promise<Blob>;
  out(text: string): void;
  error(text: string): void;
}

interface Asked {
  command: 'screen' | 'batch';
  /** Addresses, or a file. */
  values: string[];
  direction: 'in' | 'out';
  json: boolean;
}

function readArguments(given: readonly string[]): Asked | undefined {
  const [command, ...rest] = given;
  if (command !== 'screen' && command !== 'batch') return undefined;
  const asked: Asked = { command, values: [], direction: 'out', json: false };
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word === '--json') asked.json = true;
    else if (word === '--direction') {
      at += 1;
      const direction = rest[at];
      if (direction !== 'in' && direction !== 'out') return undefined;
      asked.direction = direction;
    } else if (word.startsWith('-')) return undefined;
    else asked.values.push(word);
  }
  const isComplete = command === 'batch' ? asked.values.length === 1 && !asked.json : asked.values.length > 0;
  return isComplete ? asked : undefined;
}

function textOf({ address, decision, score, rules, problem }: ScreenedAddress): string {
  if (decision === null) return `${address}: ${problem ?? ''}`;
  const number = score?.score === null || score === null ? 'no score' : `score ${String(score.score)}`;
  const why = rules.length > 0 ? `: ${rules.map(({ name }) => name).join('; ')}` : '';
  return `${address}: ${decision}, ${number}${why}`;
}

function codeOf(decided: ReadonlySet<ScreeningDecision | null>): number {
  if (decided.has('block')) return exitCodes.block;
  if (decided.has(null)) return exitCodes.failed;
  return decided.has('review') ? exitCodes.review : exitCodes.allow;
}

type Client = Pick<
  HopscopeClient,
  'screenAddresses' | 'createScreeningBatch' | 'getScreeningBatch' | 'lines'
>;

async function screen(client: Client, { values, direction, json }: Asked, { out }: Output): Promise<number> {
  const addresses = values.map((address) => ({ address, blockchain: chainOf(address) }));
  const { data, rulesVersion } = await client.screenAddresses({ body: { direction, addresses } });
  if (json) out(`${JSON.stringify({ rulesVersion, addresses: data }, null, 2)}\n`);
  else out(data.map((row) => `${textOf(row)}\n`).join(''));
  return codeOf(new Set(data.map(({ decision }) => decision)));
}

async function screenFile(client: Client, { values, direction }: Asked, { out, read }: Output) {
  const [path = ''] = values;
  const fileType = /\.(csv|txt)$/i.test(path) ? 'text/csv' : 'application/x-ndjson';
  const decided = new Set<ScreeningDecision | null>();
  for await (const row of screenBatch(client, await read(path), { name: path, direction, fileType })) {
    decided.add(row.decision);
    out(`${JSON.stringify(row)}\n`);
  }
  return codeOf(decided);
}

/** Runs `hopscope` with its arguments; returns the exit code. */
export async function runCommand(
  given: readonly string[],
  { connect, ...output }: Output & { connect: () => Client | undefined },
): Promise<number> {
  const { error } = output;
  const asked = readArguments(given);
  if (!asked) {
    error(usage);
    return exitCodes.usage;
  }
  const client = connect();
  if (!client) {
    error('Set HOPSCOPE_URL and HOPSCOPE_KEY.\n');
    return exitCodes.usage;
  }
  try {
    return await (asked.command === 'batch' ? screenFile : screen)(client, asked, output);
  } catch (thrown) {
    if (!(thrown instanceof HopscopeError)) throw thrown;
    error(`${thrown.message}\n`);
    return exitCodes.failed;
  }
}
