import { fromHex, toChecksumAddress } from '@hopscope/chain';
import { categories } from '@hopscope/risk';
import { byteKey } from '../../ledger/shared/byte-keys.ts';
import type { FixtureLedger } from '../fixture-ledger.ts';
import type { Ratio } from '../ratio.ts';
import type { EthereumRiskTruth } from './ethereum-risk-truth.ts';

export interface BridgedQuality {
  /** Accounts that the bridge paid for bitcoin of illicit actors, unknown to the directory: crime is found in what they received. */
  readonly illicit: Ratio;
  /** Accounts that it paid for clean bitcoin, without other illicit funds: none is. */
  readonly clean: Ratio;
}

/** Scores the accounts that the bridge paid, with both ledgers and an imperfect directory of both chains. */
export async function evaluateBridged(
  truth: Pick<EthereumRiskTruth, 'crossed' | 'attributions' | 'addresses'>,
  fixture: FixtureLedger,
): Promise<BridgedQuality> {
  const named = new Set(truth.attributions.map(({ key }) => byteKey(key)));
  const accounts = new Map<string, boolean | null>();
  for (const { account, isIllicit } of truth.crossed.values()) {
    const before = accounts.get(account);
    const isMixed = before !== undefined && before !== isIllicit;
    accounts.set(account, isMixed ? null : isIllicit);
  }
  await fixture.importDirectory(truth.attributions);
  const counts = { illicit: { right: 0, of: 0 }, clean: { right: 0, of: 0 } };
  for (const [account, isIllicit] of accounts) {
    const own = truth.addresses.get(`${account} `);
    const isUnclear = isIllicit === null || (!isIllicit && own && own.indirectIllicit > 0n);
    if (isUnclear || named.has(byteKey(fromHex(account)))) continue;
    const scored = await fixture.score({ address: toChecksumAddress(`0x${account}`), asset: undefined });
    const [received] = scored.walks;
    const found = received && 'exposures' in received ? received.exposures : [];
    const hasCrime = found.some(({ category }) => categories[category].group === 'crime');
    const count = isIllicit ? counts.illicit : counts.clean;
    count.of++;
    if (hasCrime === isIllicit) count.right++;
  }
  return counts;
}
