import { equalBytes, type MixerNote, mixerNoteOf, type Movement, toHex } from '@hopscope/chain';
import {
  type Direction,
  type Lot,
  type LotConversion,
  measuredMixerLinks,
  type MixerLink,
} from '@hopscope/risk';
import type { EthereumBlockRow, EthereumState, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import {
  readEthereumBlocks,
  readEthereumTxByHash,
  readEthereumTxs,
} from '../../../ledger/ethereum/reader.ts';
import { heightOf, positionOf } from '../../../ledger/shared/positions.ts';
import type { SqlSession } from '../../../db/session.ts';
import { parseEthereumHash } from '../../../lib/identifiers.ts';
import { presentEthereumCoverage } from '../../explorer/blocks/coverage.ts';
import { blockAt, movementsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { openMixerBook } from '../../explorer/ethereum/mixer-book.ts';
import { findLinks } from '../../explorer/ethereum/mixer-notes.ts';
import { type LotsOf, nameOfAsset } from './ethereum-conversions.ts';

/** Lots of a score whose links are looked up: each takes many reads. */
const mostLots = 20;
/** Parts per million. */
const whole = 1_000_000n;

type Side = Parameters<LotsOf>[0][number];

/** An account on the other side, with the transaction of its note, and the odds in parts per million. */
interface Linked {
  readonly account: string;
  readonly position: number;
  readonly odds: number;
}

/** Returns the accounts that stand out by heuristics that are right at least so often, each with its best odds. */
function linkedOf(links: readonly MixerLink[], least: number): Linked[] {
  const best = new Map<string, Linked>();
  for (const { heuristic, notes } of links) {
    const { right, of } = measuredMixerLinks[heuristic];
    const odds = of === 0 ? 0 : Math.floor((right * Number(whole)) / of);
    const before = best.get(notes.account)?.odds ?? 0;
    if (odds >= least && odds > before) {
      best.set(notes.account, { account: notes.account, position: notes.last, odds });
    }
  }
  const found = [...best.values()];
  const sum = found.reduce((all, { odds }) => all + odds, 0);
  const limit = Number(whole);
  return sum <= limit ? found : found.map((one) => ({ ...one, odds: Math.floor((one.odds * limit) / sum) }));
}

/**
 * Reads links through mixers for walks of scores (docs/concepts/mixers.md), at a height. `least`: how often a heuristic has to be
 * right in demo networks, in parts per million. A linked account's last note is the other side, with the odds of the link; what is
 * left stays at the mixer. Looked up for the first 20 lots of a score, largest first in each round.
 */
export function createMixerLinks(
  session: SqlSession,
  of: { state: EthereumState; height: number; chainId: bigint; least: number; lotsOf: LotsOf },
): (lots: readonly Lot[], direction: Direction) => Promise<ReadonlyMap<string, LotConversion>> {
  const { state, height, chainId, least, lotsOf } = of;
  const snapshot = { session, state, coverage: presentEthereumCoverage(state) };
  const book = openMixerBook(snapshot, positionOf(height + 1, 0));
  const asked = new Set<string>();

  async function movementsAt(txs: readonly StoredEthereumTx[]): Promise<Map<number, Movement[]>> {
    const blocks: ReadonlyMap<number, EthereumBlockRow> = await readEthereumBlocks(
      session,
      txs.map(({ position }) => heightOf(position)),
    );
    return new Map(
      txs.map((stored) => [stored.position, movementsOfStored(stored, blockAt(blocks, stored.position))]),
    );
  }

  /** Returns the movement of a linked note: between the account and the pool, of the same asset. */
  function sideOf(
    { account }: Linked,
    { pool, leg }: MixerNote,
    {
      stored,
      movements,
      token,
    }: { stored: StoredEthereumTx; movements: readonly Movement[]; token: Uint8Array | null },
  ): Side | undefined {
    const isSame = (other: Uint8Array | null): boolean =>
      other && token ? equalBytes(other, token) : other === token;
    const number = movements.findIndex(({ from, to, token: moved, amount }) => {
      // The other side of a withdrawal is a deposit.
      const [giver, taker] = leg === 'withdrawal' ? [account, toHex(pool)] : [toHex(pool), account];
      const isBetween = from !== null && to !== null && toHex(from) === giver && toHex(to) === taker;
      return isBetween && amount > 0n && isSame(moved);
    });
    const movement = movements[number];
    return movement && { transaction: `0x${toHex(stored.tx.hash)}`, number, movement };
  }

  async function conversionOf(lot: Lot, direction: Direction): Promise<LotConversion | undefined> {
    const stored = await readEthereumTxByHash(session, parseEthereumHash(lot.transaction));
    if (!stored || stored.failed) return undefined;
    const own = (await movementsAt([stored])).get(stored.position)?.[
      Number(lot.id.slice(lot.transaction.length + 1))
    ];
    if (!own?.from || !own.to) return undefined;
    const [pool, account] = direction === 'backward' ? [own.from, own.to] : [own.to, own.from];
    const note = stored.receipt.logs
      .flatMap((log) => mixerNoteOf(log, chainId) ?? [])
      .find(
        (each) =>
          equalBytes(each.pool, pool) &&
          (direction === 'backward'
            ? each.recipient !== null && equalBytes(each.recipient, account)
            : each.recipient === null && equalBytes(stored.tx.from, account)),
      );
    if (!note) return undefined;
    const linked = linkedOf(await findLinks(stored, note, book), least);
    const txs = await readEthereumTxs(session, [...new Set(linked.map(({ position }) => position))]);
    const movements = await movementsAt(txs);
    const sides = linked.flatMap((one) => {
      const other = txs.find(({ position }) => position === one.position);
      const moved = movements.get(one.position);
      const side = other && moved && sideOf(one, note, { stored: other, movements: moved, token: own.token });
      return side ? [{ side, odds: one.odds }] : [];
    });
    const lots = await lotsOf(sides.map(({ side }) => side));
    const asset = nameOfAsset(own.token ?? 'ether');
    const others = sides.flatMap(({ odds }, i) => {
      const other = lots[i];
      const amount = (lot.amount * BigInt(odds)) / whole;
      return other && amount > 0n ? [{ lot: other, asset, amount, odds }] : [];
    });
    if (others.length === 0) return undefined;
    const sum = others.reduce((all, { amount }) => all + amount, 0n);
    return { asset, basis: 'claimed', total: lot.amount, others, unlinked: lot.amount - sum };
  }

  return async (lots, direction) => {
    const atMixer = lots.filter(({ from, owner }) =>
      (direction === 'backward' ? from : owner)?.label?.categories.includes('mixer'),
    );
    const found = new Map<string, LotConversion>();
    for (const lot of atMixer.toSorted((a, b) =>
      a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1,
    )) {
      if (asked.has(lot.id) || asked.size >= mostLots) continue;
      asked.add(lot.id);
      const conversion = await conversionOf(lot, direction);
      if (conversion) found.set(lot.id, conversion);
    }
    return found;
  };
}
