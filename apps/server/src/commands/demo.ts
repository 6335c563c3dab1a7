import { parseArgs } from 'node:util';
import { secondsOfDay } from '@hopscope/domain';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { writeDemoFiles, type WrittenDemo } from '../sources/demo/write-files.ts';

const usage =
  'Usage: npm run demo -- --out <folder> [--transactions <n>] [--ethereum-transactions <n>] [--days <n>] [--seed <n>] [--end <seconds since 1970>] [--truth]';

class UsageError extends Error {
  override name = 'UsageError';
}

interface Wanted {
  folder: string;
  transactions: number;
  ethereumTransactions: number;
  days: number;
  seed: number;
  end: number;
  truth: boolean;
}

function integerOption(
  values: Record<string, unknown>,
  name: string,
  range: [number, number],
  usual: number,
): number {
  const text = values[name];
  if (text === undefined) return usual;
  const number = typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= range[0] && number <= range[1])) {
    throw new UsageError(`--${name} must be a whole number from ${range[0]} to ${range[1]}\n${usage}`);
  }
  return number;
}

function read(args: string[]): Wanted {
  const text = { type: 'string' } as const;
  const options = {
    out: text,
    transactions: text,
    'ethereum-transactions': text,
    days: text,
    seed: text,
    end: text,
  } as const;
  try {
    const { values } = parseArgs({ args, options: { ...options, truth: { type: 'boolean' } } });
    if (values.out === undefined || values.out === '') throw new UsageError(`--out is required\n${usage}`);
    const days = integerOption(values, 'days', [1, 3650], 365);
    return {
      folder: values.out,
      days,
      transactions: integerOption(values, 'transactions', [0, 100_000_000], 60_000),
      ethereumTransactions: integerOption(values, 'ethereum-transactions', [0, 100_000_000], 40_000),
      seed: integerOption(values, 'seed', [0, 4_294_967_295], 1),
      end: integerOption(
        values,
        'end',
        [days * secondsOfDay + 1, 4_000_000_000],
        Math.floor(Date.now() / 1000),
      ),
      truth: values.truth === true,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`, {
      cause: error,
    });
  }
}

function ethereumLine({ ethereum }: WrittenDemo): string {
  if (!ethereum) return '';
  const { blocks, transactions, tip } = ethereum;
  return `ethereum: ${blocks} blocks with ${transactions} transactions, newest block ${tip}\n`;
}

function progress(): (block: { height: number; transactions: number; last: number }) => void {
  let shownAt = 0;
  return ({ height, transactions, last }) => {
    const now = Date.now();
    if (!process.stderr.isTTY || (now - shownAt < 200 && height < last)) return;
    shownAt = now;
    process.stderr.write(`\r\u001b[KBlock ${height} of ${last}, ${transactions} transactions`);
    if (height === last) process.stderr.write('\r\u001b[K');
  };
}

/** `npm run demo`: writes a demo chain as block files. Exit code 0 = written, 1 = not, 2 = could not begin. */
const stop = new AbortController();
const interrupt = (): void => stop.abort(new Error('Stopped'));
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);
try {
  const { folder, days, transactions, ethereumTransactions, seed, end, truth } = read(process.argv.slice(2));
  const length = days * secondsOfDay;
  const startedAt = performance.now();
  const written = await writeDemoFiles({
    folder,
    demo: { seed, start: end - length, length, blockInterval: 3600, transactions, ethereumTransactions },
    hashing: nativeHashing,
    truth,
    signal: stop.signal,
    onBlock: progress(),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `${written.blocks} blocks with ${written.transactions} transactions in ${seconds.toFixed(1)} s ` +
      `(${Math.round(written.transactions / seconds)} a second), ${written.bytes} bytes\n` +
      `Newest block ${written.tip}\n${written.files.join('\n')}\n${ethereumLine(written)}`,
  );
} catch (error) {
  process.stderr.write(
    `The demo could not be written: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
