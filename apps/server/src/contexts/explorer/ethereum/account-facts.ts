import { factContractName, toHex } from '@hopscope/chain';
import type { EthereumContract, EthereumFact } from '@hopscope/contract';
import {
  type AccountFactRow,
  readAssets,
  readContractFacts,
  readEthereumTxs,
  readFacts,
} from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { presentToken } from './ethereum-movement.presenter.ts';
import { type EthereumSnapshot, surroundings } from './ethereum-snapshot.ts';
import { addressOf, hexOf } from './ethereum-values.ts';

/**
 * Returns the facts that no later one of the same contract undoes; facts are newest first. Issuers can lift a freeze that never
 * was: that says nothing.
 */
export function currentFacts(facts: readonly AccountFactRow[]): ReadonlySet<AccountFactRow> {
  const decided = new Set<string>();
  return new Set(
    facts.filter(({ kind, contract }) => {
      if (kind !== 'frozen' && kind !== 'unfrozen') return true;
      const name = byteKey(contract);
      const isNewest = !decided.has(name);
      decided.add(name);
      const isFreeze = (other: AccountFactRow): boolean =>
        other.kind === 'frozen' && byteKey(other.contract) === name;
      return isNewest && (kind === 'frozen' || facts.some(isFreeze));
    }),
  );
}

/** Reads what a contract states about itself. */
export async function readContract(
  snapshot: EthereumSnapshot,
  key: Uint8Array,
  deployer: Uint8Array | null,
): Promise<EthereumContract> {
  const facts = await readContractFacts(snapshot.session, key);
  const positions = facts.map(({ position }) => position);
  const { blocks } = await surroundings(snapshot, positions);
  const hashes = new Map(
    (await readEthereumTxs(snapshot.session, positions)).map(({ position, tx }) => [position, tx.hash]),
  );
  const named = (kind: (typeof facts)[number]['kind']): EthereumContract['owner'] => {
    const fact = facts.find((each) => each.kind === kind);
    if (!fact) return null;
    const height = heightOf(fact.position);
    const [block, hash] = [blocks.get(height), hashes.get(fact.position)];
    if (!block || !hash) throw new RangeError(`The transaction of a fact in block ${height} is missing`);
    return {
      account: addressOf(fact.contract),
      transaction: hexOf(hash),
      block: height,
      timestamp: block.header.time,
    };
  };
  return {
    deployer: deployer && addressOf(deployer),
    owner: named('owner'),
    implementation: named('implementation'),
    deposits_to: named('deposit'),
  };
}

/** Reads what contracts state about an account, newest first. */
export async function readAccountFacts(snapshot: EthereumSnapshot, key: Uint8Array): Promise<EthereumFact[]> {
  const { session, state } = snapshot;
  const facts = (await readFacts(session, [key])).get(byteKey(key)) ?? [];
  if (facts.length === 0) return [];
  const positions = [...new Set(facts.map(({ position }) => position))];
  const { blocks } = await surroundings(snapshot, positions);
  const hashes = new Map(
    (await readEthereumTxs(session, positions)).map(({ position, tx }) => [position, tx.hash]),
  );
  const assets = await readAssets(
    session,
    facts.map(({ contract }) => contract),
  );
  const current = currentFacts(facts);
  return facts.map((fact): EthereumFact => {
    const { kind, contract, position, logIndex } = fact;
    const height = heightOf(position);
    const [block, hash] = [blocks.get(height), hashes.get(position)];
    if (!block || !hash) throw new RangeError(`The transaction of a fact in block ${height} is missing`);
    const token = kind === 'pool' ? undefined : assets.get(toHex(contract));
    return {
      kind,
      by: factContractName(contract, state.chain?.chainId ?? 0n) ?? null,
      contract: addressOf(contract),
      token: token ? presentToken(token) : null,
      current: current.has(fact),
      transaction: hexOf(hash),
      log_index: logIndex,
      block: height,
      timestamp: block.header.time,
    };
  });
}
