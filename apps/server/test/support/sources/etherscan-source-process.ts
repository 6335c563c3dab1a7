import type { SqlDatabase } from '../../../src/db/session.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import {
  createEtherscanSource,
  type EtherscanSettings,
  type EtherscanSource,
} from '../../../src/sources/etherscan/etherscan-source.ts';
import { createMatching, ethereumDemand } from '../../../src/contexts/compliance/matching/matching.ts';

export const testChainId = 31_337;
export const etherscanKey = 'a+secret/key';

/** Runs a source, and records its reported retries and defects. */
export function runEtherscan(
  db: SqlDatabase,
  url: string,
  more: Partial<EtherscanSettings> = {},
): { source: EtherscanSource; output: string[]; failures: unknown[] } {
  const output: string[] = [];
  const failures: unknown[] = [];
  const source = createEtherscanSource({
    db,
    ledger: createEthereumLedger({ db, listener: createMatching().ethereum }),
    listener: createMatching().ethereum,
    demand: ethereumDemand,
    now: Date.now,
    onFailure: (error) => void failures.push(error),
    onTrouble: (reason) => void output.push(reason),
    settings: {
      url,
      key: etherscanKey,
      chainId: BigInt(testChainId),
      perSecond: 100_000,
      window: 10_000,
      reorganizationLimit: 6,
      pollMs: 10,
      timeoutMs: 60_000,
      retryMs: 10,
      maxBytes: 2_000_000,
      ...more,
    },
  });
  source.start();
  return { source, output, failures };
}
