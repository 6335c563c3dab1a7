import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CoinJoinStyle, type CoinJoinVerdict, detectCoinJoin } from '@hopscope/risk';
import { z } from 'zod';
import { type DumpedTransaction, readDumplings } from './dumplings.ts';
import type { Ratio } from './ratio.ts';

/** A published list of transactions of one kind. */
interface LabeledList {
  readonly name: string;
  readonly path: string;
  /** null: they are no CoinJoins. */
  readonly style: CoinJoinStyle | null;
}

/**
 * Lists of the tests of github.com/crocs-muni/coinjoin-analysis (`tests/fixtures/dumplings__*.zip`, each unpacked into a folder
 * of its name), found by the coordinators' addresses and by form with the scanner Dumplings.
 */
const lists: readonly LabeledList[] = [
  {
    name: 'Whirlpool, March 2024',
    path: 'dumplings__sw_202403/Scanner/SamouraiCoinJoins.txt',
    style: 'whirlpool',
  },
  {
    name: 'Wasabi 1, August 2021',
    path: 'dumplings__ww1_202405/Scanner/WasabiCoinJoins.txt',
    style: 'wasabi1',
  },
  {
    name: 'Wasabi 1, July to November 2018',
    path: 'dumplings__end_zksnacks_202405/Scanner/WasabiCoinJoins.txt',
    style: 'wasabi1',
  },
  {
    name: 'Wasabi 2, May 2024',
    path: 'dumplings__end_zksnacks_202405/Scanner/Wasabi2CoinJoins.txt',
    style: 'wasabi2',
  },
  {
    name: 'Whirlpool’s Tx0, March 2024: no CoinJoins',
    path: 'dumplings__sw_202403/Scanner/SamouraiTx0s.txt',
    style: null,
  },
];

/** Files of the same repository (`data/`) with transactions that its authors removed from the lists by hand. */
const removedFiles = ['data/wasabi1/false_cjtxs__ww1_other_2018.json', 'data/wasabi2/false_cjtxs.json'];

const removedList = z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]);

/** Findings in a list. */
export interface LabeledFinding extends Pick<LabeledList, 'name' | 'style'> {
  /** Transactions that are recognized as CoinJoins; for a list of others, that are not. */
  readonly found: Ratio;
  /** Of the CoinJoins, those with the style of the list. */
  readonly rightStyle: Ratio;
  /** Transactions that the authors removed, which are not counted, and how many of them are recognized as CoinJoins. */
  readonly removed: Ratio;
}

/** Compares the detectors with one list. */
export function evaluateList(
  { name, style }: Pick<LabeledList, 'name' | 'style'>,
  transactions: readonly DumpedTransaction[],
  removed: ReadonlySet<string>,
): LabeledFinding {
  const counted = transactions.filter(({ txid }) => !removed.has(txid));
  const verdicts = counted.map(({ tx }) => detectCoinJoin(tx));
  const isCoinJoin = ({ is }: CoinJoinVerdict): boolean => is === 'coinjoin';
  const coinJoins = verdicts.filter(isCoinJoin).length;
  const left = transactions.filter(({ txid }) => removed.has(txid)).map(({ tx }) => detectCoinJoin(tx));
  const styled = verdicts.filter((verdict) => verdict.is === 'coinjoin' && verdict.style === style).length;
  return {
    name,
    style,
    found: { right: style === null ? counted.length - coinJoins : coinJoins, of: counted.length },
    rightStyle: { right: styled, of: style === null ? 0 : counted.length },
    removed: { right: left.filter(isCoinJoin).length, of: left.length },
  };
}

/** Returns the findings in the lists that a folder contains. */
export function evaluateLabeled(folder: string): LabeledFinding[] {
  const removed = new Set(
    removedFiles.flatMap((name) => {
      const path = join(folder, name);
      if (!existsSync(path)) return [];
      return Object.values(removedList.parse(JSON.parse(readFileSync(path, 'utf8')))).flat();
    }),
  );
  return lists.flatMap((list) => {
    const path = join(folder, list.path);
    return existsSync(path) ? [evaluateList(list, readDumplings(path), removed)] : [];
  });
}
