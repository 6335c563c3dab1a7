import { factContractName, toHex } from '@hopscope/chain';
import type { IssuerMeasure } from '@hopscope/risk';
import { readAssets, readEthereumTxs, readFacts } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { currentFacts } from '../../explorer/ethereum/account-facts.ts';
import { addressOf, hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import type { RiskState } from './owners.ts';

/** Reads what issuers of tokens did to an account up to the height of a state, newest first. */
export async function readIssuerMeasures(
  { session, height }: Pick<RiskState, 'session' | 'height'>,
  key: Uint8Array,
  chainId: bigint,
): Promise<IssuerMeasure[]> {
  const stated = (await readFacts(session, [key])).get(byteKey(key)) ?? [];
  const facts = stated.filter(({ kind, position }) => kind !== 'pool' && heightOf(position) <= height);
  if (facts.length === 0) return [];
  const current = currentFacts(facts);
  const assets = await readAssets(
    session,
    facts.map(({ contract }) => contract),
  );
  const txs = await readEthereumTxs(session, [...new Set(facts.map(({ position }) => position))]);
  const hashes = new Map(txs.map(({ position, tx }) => [position, hexOf(tx.hash)]));
  return facts.flatMap((fact): IssuerMeasure[] => {
    const { kind, contract, position } = fact;
    const asset = assets.get(toHex(contract));
    const transaction = hashes.get(position);
    if (kind === 'pool' || !current.has(fact) || asset?.fake || transaction === undefined) return [];
    const issuer = factContractName(contract, chainId) ?? 'its issuer';
    return [{ kind, issuer, token: asset?.symbol ?? addressOf(contract), transaction }];
  });
}
