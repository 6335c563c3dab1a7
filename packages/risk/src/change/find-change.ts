import { isRound } from '../payjoin.ts';
import type { RiskOutput, RiskTransaction } from '../transaction.ts';

/** Heuristics for the change output; each is applied on its own. */
export const changeHeuristics = [
  'address_reuse',
  'script_type',
  'round_amount',
  'fresh_address',
  'optimal_change',
] as const;
export type ChangeHeuristic = (typeof changeHeuristics)[number];

/** Result of a heuristic. None is certain; for measured precision, see `measuredChange`. */
export interface ChangeFinding {
  readonly heuristic: ChangeHeuristic;
  /** Index of the presumed change output. */
  readonly output: number;
  /** In words. */
  readonly evidence: string;
}

/** What the software of a wallet chooses for each of its transactions. */
export interface WalletFingerprint {
  readonly version: number;
  /** Whether a lock time is set, as some wallets do against fee sniping. */
  readonly locktime: boolean;
  /** Whether it signals that it can be replaced (BIP 125). */
  readonly replaceable: boolean;
}

/** Returns the fingerprint of a transaction from its header fields and the sequence numbers of its inputs. */
export function fingerprintOf(tx: {
  version: number;
  locktime: number;
  inputs: readonly { sequence: number }[];
}): WalletFingerprint {
  return {
    version: tx.version,
    locktime: tx.locktime !== 0,
    replaceable: tx.inputs.some(({ sequence }) => sequence < 0xfffffffe),
  };
}

/** What heuristics know beside the transaction itself. */
export interface ChangeSurroundings {
  /** Whether the transaction is the first one of an address; undefined where that is not known. */
  readonly isFresh?: (key: string) => boolean | undefined;
  /** Fingerprints of the transaction, and of the one that spends an output; undefined where it is unspent or not known. */
  readonly fingerprint?: WalletFingerprint;
  readonly spenderOf?: (output: number) => WalletFingerprint | undefined;
}

interface Candidate extends RiskOutput {
  readonly index: number;
}

/** Returns the only output with a property. */
function only(outputs: readonly Candidate[], matches: (output: Candidate) => boolean): number | undefined {
  const found = outputs.filter(matches);
  return found.length === 1 ? found[0]?.index : undefined;
}

type Rule = (
  tx: RiskTransaction,
  outputs: readonly Candidate[],
  around: ChangeSurroundings,
) => number | undefined;

const rules: Readonly<Record<ChangeHeuristic, { find: Rule; evidence: string }>> = {
  /** Change sent back to a spent address. */
  address_reuse: {
    find(tx, outputs) {
      const spent = new Set(tx.inputs.flatMap(({ key }) => (key === undefined ? [] : [key])));
      return only(outputs, ({ key }) => key !== undefined && spent.has(key));
    },
    evidence: 'The only output to an input address',
  },
  /** Wallets keep their script type; payees often use another one. */
  script_type: {
    find(tx, outputs) {
      const types = new Set(tx.inputs.map(({ type }) => type));
      const [type] = types;
      return types.size === 1 ? only(outputs, (output) => output.type === type) : undefined;
    },
    evidence: 'The only output with the script type of all inputs',
  },
  /** People pay round amounts; the change is not round. */
  round_amount: {
    find: (_, outputs) => only(outputs, ({ value }) => !isRound(value)),
    evidence: 'The only output with a non-round amount',
  },
  /** One-time change: a new address among addresses that were seen before (Meiklejohn et al. 2013, heuristic 2). */
  fresh_address: {
    find(tx, outputs, { isFresh }) {
      if (!isFresh) return undefined;
      const fresh = outputs.map(({ key }) => (key === undefined ? undefined : isFresh(key)));
      if (fresh.includes(undefined)) return undefined;
      const spent = new Set(tx.inputs.map(({ key }) => key));
      if (outputs.some(({ key }) => spent.has(key))) return undefined;
      return only(outputs, ({ key }) => key !== undefined && isFresh(key) === true);
    },
    evidence: 'The only output to a new address',
  },
  /** Of several inputs none is more than needed, so change is smaller than each. */
  optimal_change: {
    find(tx, outputs) {
      if (tx.inputs.length < 2 || outputs.length !== 2) return undefined;
      const values = tx.inputs.flatMap(({ value }) => (value === undefined ? [] : [value]));
      if (values.length < tx.inputs.length) return undefined;
      return only(outputs, (output) => values.every((value) => output.value < value));
    },
    evidence: 'The only output smaller than every input',
  },
};

/**
 * Returns the presumed change output of a payment by each heuristic with a result. For payments only: exclude coinbases,
 * CoinJoins, and suspected PayJoins first.
 */
export function findChange(tx: RiskTransaction, around: ChangeSurroundings = {}): ChangeFinding[] {
  const outputs = tx.outputs.flatMap((output, index): Candidate[] =>
    output.type === 'op_return' ? [] : [{ ...output, index }],
  );
  if (tx.coinbase || outputs.length < 2) return [];
  return changeHeuristics.flatMap((heuristic): ChangeFinding[] => {
    const { find, evidence } = rules[heuristic];
    const output = find(tx, outputs, around);
    return output === undefined ? [] : [{ heuristic, output, evidence }];
  });
}
