import { factContractName, fromHex, toHex } from '@hopscope/chain';
import type { IssuerMeasure } from '@hopscope/risk';
import {
  type AccountFactRow,
  readAssets,
  readEthereumTxs,
  readFacts,
} from '../../../ledger/ethereum/reader.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { currentFacts } from '../../explorer/ethereum/account-facts.ts';
import { addressOf, hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import type { TimedEvent } from './ethereum-pasts.ts';
import type { RiskState } from './owners.ts';

type MeasureRow = AccountFactRow & { readonly kind: IssuerMeasure['kind'] };

const isMeasure = (fact: AccountFactRow): fact is MeasureRow => fact.kind !== 'pool';

/**
 * Reads what issuers of tokens did to accounts up to the height of a state, newest first, by address. What imitates another
 * token says nothing.
 */
export async function readIssuerMeasures(
  { session, height }: Pick<RiskState, 'session' | 'height'>,
  keys: readonly Uint8Array[],
  chainId: bigint,
): Promise<ReadonlyMap<string, readonly IssuerMeasure[]>> {
  const stated = await readFacts(session, keys);
  const facts = [...stated.values()].flatMap((rows) => [
    ...currentFacts(rows.filter(({ position }) => heightOf(position) <= height)),
  ]);
  const measures = facts.filter(isMeasure);
  if (measures.length === 0) return new Map();
  const assets = await readAssets(
    session,
    measures.map(({ contract }) => contract),
  );
  const txs = await readEthereumTxs(session, [...new Set(measures.map(({ position }) => position))]);
  const hashes = new Map(txs.map(({ position, tx }) => [position, hexOf(tx.hash)]));
  const honest = measures.filter(({ contract }) => assets.get(toHex(contract))?.fake !== true);
  const described = honest.map(({ key, kind, contract, position }): [string, IssuerMeasure] => {
    const transaction = hashes.get(position);
    if (transaction === undefined)
      throw new RangeError(`The transaction of a fact in block ${heightOf(position)} is missing`);
    const issuer = factContractName(contract, chainId) ?? 'its issuer';
    const token = assets.get(toHex(contract))?.symbol ?? addressOf(contract);
    return [addressOf(key), { kind, issuer, token, transaction }];
  });
  return new Map(
    [...Map.groupBy(described, ([address]) => address)].map(([address, rows]) => [
      address,
      rows.map(([, measure]) => measure),
    ]),
  );
}

/** Returns the keys of the accounts on both sides of transfers. */
export function keysOfParties(events: readonly TimedEvent[]): Uint8Array[] {
  const addresses = events.flatMap(({ event }) =>
    event.kind === 'transfer' ? [event.lot.from, event.lot.owner].flatMap((one) => one?.address ?? []) : [],
  );
  return [...new Set(addresses)].map((address) => fromHex(address.slice(2).toLowerCase()));
}
