import type { SqlSession } from '../../../db/session.ts';
import { createCopyReader } from '../../../db/copy-binary.ts';
import { placeOf, violate } from './audit-violation.ts';
import { byteKey, inParts, int8Array, prefixKey } from '../../shared/byte-keys.ts';
import { type FoundTx, readTxsAt, readTxsById } from '../lookups.ts';
import { heightOf, indexOfPoint, pointOf, positionOfPoint, replacedMark } from '../positions.ts';
import type { StoredPrevout } from '../blocks/tx-record.ts';

interface Use {
  tx: FoundTx;
  vin: number;
  prevout: StoredPrevout;
}

const partSize = 5000;

function usesOf(txs: readonly FoundTx[]): Use[] {
  return txs.flatMap((tx) => tx.record.inputs.map(({ prevout }, vin) => ({ tx, vin, prevout })));
}

async function readPairs(session: SqlSession, select: string): Promise<[bigint, bigint][]> {
  const reader = createCopyReader(await session.copyOut(select));
  const pairs: [bigint, bigint][] = [];
  while (reader.next()) pairs.push([reader.int8(), reader.int8()]);
  return pairs;
}

/** Checks that every transaction can be found by its txid. */
export async function checkLookups(session: SqlSession, txs: readonly FoundTx[]): Promise<void> {
  for (const part of inParts(txs, partSize)) {
    const keys = int8Array(new Set(part.map((tx) => prefixKey(tx.txid))));
    const pairs = await readPairs(session, `select key, pos from btc_tx_lookup where key = any(${keys})`);
    const known = new Set(pairs.map(([key, position]) => `${key}/${position}`));
    for (const tx of part) {
      if (!known.has(`${prefixKey(tx.txid)}/${tx.position}`)) {
        violate('lookup', 'The transaction cannot be found by its hash', placeOf(tx));
      }
    }
  }
}

function sameKey(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : byteKey(a) === byteKey(b);
}

/** Checks that every known input repeats an earlier output, and that the spend row of that output refers to this input. */
export async function checkInputs(session: SqlSession, txs: readonly FoundTx[]): Promise<void> {
  for (const part of inParts(usesOf(txs), partSize)) {
    const known = part.flatMap(({ tx, vin, prevout }) =>
      prevout.kind === 'known' ? [{ tx, vin, prevout }] : [],
    );
    if (known.length === 0) continue;
    const sources = new Map(
      (await readTxsAt(session, [...new Set(known.map(({ prevout }) => prevout.position))])).map((tx) => [
        tx.position,
        tx,
      ]),
    );
    const outpoints = int8Array(new Set(known.map(({ prevout }) => pointOf(prevout.position, prevout.vout))));
    const spends = new Map(
      await readPairs(session, `select outpoint, inpoint from btc_spend where outpoint = any(${outpoints})`),
    );
    for (const { tx, vin, prevout } of known) {
      const output = sources.get(prevout.position)?.record.outputs[prevout.vout];
      if (!output || prevout.position >= tx.position) {
        violate('input', `Input ${vin} spends an output that does not exist before it`, placeOf(tx));
      }
      if (
        output.type !== prevout.type ||
        output.value !== prevout.value ||
        !sameKey(output.key, prevout.key)
      ) {
        violate(
          'input',
          `Input ${vin} does not repeat type, address and amount of the output that it spends`,
          placeOf(tx),
        );
      }
      const inpoint = spends.get(pointOf(prevout.position, prevout.vout));
      if (inpoint === undefined)
        violate('spend', `The output spent by input ${vin} is not marked as spent`, placeOf(tx));
      if (inpoint !== pointOf(tx.position, vin)) {
        violate('spend', `The output spent by input ${vin} is marked as spent by another input`, placeOf(tx));
      }
    }
  }
}

/**
 * Checks that btc_unresolved contains every unknown input, and that the ledger doesn't contain the output that it spends.
 */
export async function checkUnresolved(session: SqlSession, txs: readonly FoundTx[]): Promise<void> {
  for (const part of inParts(usesOf(txs), partSize)) {
    const unknown = part.flatMap(({ tx, vin, prevout }) =>
      prevout.kind === 'unknown' ? [{ tx, vin, prevout }] : [],
    );
    if (unknown.length === 0) continue;
    const keys = int8Array(new Set(unknown.map(({ prevout }) => prefixKey(prevout.txid))));
    const pairs = await readPairs(
      session,
      `select key, inpoint from btc_unresolved where key = any(${keys})`,
    );
    const listed = new Set(pairs.map(([key, inpoint]) => `${key}/${inpoint}`));
    const stored = new Set(
      (
        await readTxsById(
          session,
          unknown.map(({ prevout }) => prevout.txid),
        )
      ).map((tx) => byteKey(tx.txid)),
    );
    for (const { tx, vin, prevout } of unknown) {
      if (!listed.has(`${prefixKey(prevout.txid)}/${pointOf(tx.position, vin)}`)) {
        violate('unresolved', `Unknown input ${vin} is not in the list of unresolved inputs`, placeOf(tx));
      }
      if (stored.has(byteKey(prevout.txid))) {
        violate(
          'unresolved',
          `Input ${vin} is stored as unknown, although the ledger contains the transaction that it spends`,
          placeOf(tx),
        );
      }
    }
  }
}

/**
 * Checks that every spend row between two outpoints belongs to an output of `txs` and to an input that spends it, or to a
 * coinbase that replaced it (BIP30).
 */
export async function checkSpends(
  session: SqlSession,
  txs: readonly FoundTx[],
  from: bigint,
  to: bigint,
): Promise<void> {
  const own = new Map(txs.map((tx) => [tx.position, tx]));
  for (let next: bigint | undefined = from; next !== undefined; ) {
    const rows: [bigint, bigint][] = await readPairs(
      session,
      `select outpoint, inpoint from btc_spend where outpoint >= '${next}'::int8 and outpoint < '${to}'::int8 order by outpoint limit ${partSize}`,
    );
    const spenders = new Map(
      (await readTxsAt(session, [...new Set(rows.map(([, inpoint]) => positionOfPoint(inpoint)))])).map(
        (tx) => [tx.position, tx],
      ),
    );
    for (const [outpoint, inpoint] of rows) checkSpend(outpoint, inpoint, own, spenders);
    const last = rows.at(-1);
    next = last && rows.length === partSize ? last[0] + 1n : undefined;
  }
}

function checkSpend(
  outpoint: bigint,
  inpoint: bigint,
  own: ReadonlyMap<number, FoundTx>,
  spenders: ReadonlyMap<number, FoundTx>,
): void {
  const vout = indexOfPoint(outpoint);
  const source = own.get(positionOfPoint(outpoint));
  if (!source?.record.outputs[vout]) {
    violate(
      'spend',
      `An output that does not exist (block ${heightOf(positionOfPoint(outpoint))}) is marked as spent`,
      {
        height: heightOf(positionOfPoint(outpoint)),
      },
    );
  }
  const spender = spenders.get(positionOfPoint(inpoint));
  const vin = indexOfPoint(inpoint);
  if (vin === replacedMark) {
    const namesake =
      spender?.record.coinbase &&
      byteKey(spender.txid) === byteKey(source.txid) &&
      spender.position > source.position;
    if (!namesake) {
      violate(
        'replacement',
        `Output ${vout} is marked as replaced, but not by a later coinbase with the same hash`,
        placeOf(source),
      );
    }
    return;
  }
  const prevout = spender?.record.inputs[vin]?.prevout;
  if (prevout?.kind !== 'known' || prevout.position !== source.position || prevout.vout !== vout) {
    violate('spend', `Output ${vout} is marked as spent by an input that does not spend it`, placeOf(source));
  }
}
