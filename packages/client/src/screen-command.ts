import { chainOf } from '@hopscope/domain';
import type { ScreenedAddress, ScreeningDecision } from '@hopscope/contract';
import type { HopscopeClient } from './client.ts';
import { HopscopeError } from './client-error.ts';

/** Exit codes of `hopscope screen`: by the gravest decision, or what went wrong. */
export const exitCodes = { allow: 0, failed: 1, usage: 2, review: 10, block: 20 } as const;

const usage = `Usage: hopscope screen <address>... [--direction in|out] [--json]

Decides on addresses by the rules of your organization. Reads the server from HOPSCOPE_URL
and an API key with the scope "screen" from HOPSCOPE_KEY.

Exit codes: 0 allow, 10 review, 20 block, 1 failed, 2 wrong use.
`;

/** Where a command writes. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

interface Asked {
  addresses: string[];
  direction: 'in' | 'out';
  json: boolean;
}

function readArguments(given: readonly string[]): Asked | undefined {
  const [command, ...rest] = given;
  const asked: Asked = { addresses: [], direction: 'out', json: false };
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (word === '--json') asked.json = true;
    else if (word === '--direction') {
      at += 1;
      const direction = rest[at];
      if (direction !== 'in' && direction !== 'out') return undefined;
      asked.direction = direction;
    } else if (word.startsWith('-')) return undefined;
    else asked.addresses.push(word);
  }
  return command === 'screen' && asked.addresses.length > 0 ? asked : undefined;
}

function textOf({ address, decision, score, rules, problem }: ScreenedAddress): string {
  if (decision === null) return `${address}: ${problem ?? ''}`;
  const number = score?.score === null || score === null ? 'no score' : `score ${String(score.score)}`;
  const why = rules.length > 0 ? `: ${rules.map(({ name }) => name).join('; ')}` : '';
  return `${address}: ${decision}, ${number}${why}`;
}

function codeOf(rows: readonly ScreenedAddress[]): number {
  const decided = new Set<ScreeningDecision | null>(rows.map(({ decision }) => decision));
  if (decided.has('block')) return exitCodes.block;
  if (decided.has(null)) return exitCodes.failed;
  return decided.has('review') ? exitCodes.review : exitCodes.allow;
}

/** Runs `hopscope` with its arguments; returns the exit code. */
export async function runCommand(
  given: readonly string[],
  { connect, out, error }: Output & { connect: () => Pick<HopscopeClient, 'screenAddresses'> | undefined },
): Promise<number> {
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
    const addresses = asked.addresses.map((address) => ({ address, blockchain: chainOf(address) }));
    const { data, rulesVersion } = await client.screenAddresses({
      body: { direction: asked.direction, addresses },
    });
    if (asked.json) out(`${JSON.stringify({ rulesVersion, addresses: data }, null, 2)}\n`);
    else out(data.map((row) => `${textOf(row)}\n`).join(''));
    return codeOf(data);
  } catch (thrown) {
    if (!(thrown instanceof HopscopeError)) throw thrown;
    error(`${thrown.message}\n`);
    return exitCodes.failed;
  }
}
