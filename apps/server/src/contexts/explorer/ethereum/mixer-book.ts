import { fromHex, gasPriceOfNote, mixerNoteOf, toHex } from '@hopscope/chain';
import type {
  MixerBook,
  MixerContacts,
  MixerLeg,
  MixerUse,
  MixerWithdrawal,
  NoteCount,
} from '@hopscope/risk';
import { openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import {
  type NoteCountRow,
  type NoteRow,
  readAccountsWith,
  readEthereumAccount,
  readEthereumTxs,
  readNoteCounts,
  readNotesAtPrice,
  readNotesNear,
  readNotesOf,
} from '../../../ledger/ethereum/reader.ts';
import { firstNot } from '../../../lib/first-not.ts';
import { parseEthereumAccount } from '../../../lib/identifiers.ts';
import { presentMovements } from './ethereum-movements.ts';
import type { EthereumSnapshot } from './ethereum-snapshot.ts';

/** Accounts with more movements, counts of notes that more accounts have, and more uses say too little. */
export const mixerLimits = { movements: 500, accounts: 1000, uses: 200 } as const;

const countOf = ({ account, pool, ...rest }: NoteCountRow): NoteCount => ({
  account: toHex(account),
  pool: toHex(pool),
  ...rest,
});

const useOf = ({ account, pool, position }: NoteRow): MixerUse => ({
  account: toHex(account),
  pool: toHex(pool),
  position,
});

/** Null: too many to look at. */
const fewUses = (notes: readonly NoteRow[]): MixerUse[] | null =>
  notes.length > mixerLimits.uses ? null : notes.map(useOf);

/**
 * Returns the withdrawals in a transaction from pools of mixers, with the gas price of those that no relayer sent, or the
 * recipient did.
 */
export function mixerWithdrawalsIn(
  {
    tx,
    receipt,
    position,
  }: Pick<StoredEthereumTx, 'tx' | 'position'> & {
    readonly receipt: Pick<StoredEthereumTx['receipt'], 'logs'>;
  },
  chainId: bigint,
): MixerWithdrawal[] {
  return receipt.logs.flatMap((log) => {
    const note = mixerNoteOf(log, chainId);
    if (!note?.recipient) return [];
    const { pool, recipient, relayer } = note;
    const price = gasPriceOfNote(note, tx);
    return {
      recipient: toHex(recipient),
      sender: relayer ? null : toHex(tx.from),
      relayer: relayer && toHex(relayer),
      price: price ? toHex(price) : null,
      pool: toHex(pool),
      position,
    };
  });
}

/** Returns how many entries of a list are before a position. */
function countBefore(
  list: NonNullable<Awaited<ReturnType<typeof openMovements>>>,
  end: number,
): Promise<number> {
  const { lo, hi } = list.pair.all;
  return firstNot(hi - lo, async (place) => {
    const [row] = await list.at([lo + place]);
    return row !== undefined && row.position < end;
  });
}

/**
 * Opens what heuristics for mixers look up in the ledger, as it was before a position (`end`; without it, all of it). Contacts are
 * read once per account.
 */
export function openMixerBook(snapshot: EthereumSnapshot, end?: number): MixerBook {
  const { session, state } = snapshot;
  const top = end ?? Number.MAX_SAFE_INTEGER;
  const chainId = state.chain?.chainId ?? 0n;
  const contacts = new Map<string, ReturnType<typeof openContacts>>();
  const isBefore = ({ position }: NoteRow): boolean => position < top;

  async function accountsWith(
    leg: MixerLeg,
    pool: string,
    wanted: { count: number; before?: number },
  ): Promise<string[] | null> {
    const most = mixerLimits.accounts + 1;
    const before = Math.min(wanted.before ?? top, top);
    const keys = await readAccountsWith(session, leg, fromHex(pool), { ...wanted, before, most });
    return keys.length < most ? keys.map(toHex) : null;
  }

  /** Returns how many movements an account has, and what reads its contacts from them; undefined without any. */
  async function openContacts(account: string) {
    const found = await readEthereumAccount(session, fromHex(account));
    const list = found && (await openMovements(session, found.id, undefined));
    if (!list || found.first >= top) return undefined;
    const { lo } = list.pair.all;
    const hi = end === undefined ? list.pair.all.hi : lo + (await countBefore(list, end));
    let read: Promise<MixerContacts> | undefined;
    const contactsIn = async (): Promise<MixerContacts> => {
      const numbers = Array.from({ length: hi - lo }, (_, i) => lo + i);
      const sides = { in: new Set<string>(), out: new Set<string>() };
      for (const movement of await presentMovements(snapshot, await list.at(numbers))) {
        const { kind, direction, from, to, received, spent, spam } = movement;
        const other = direction === 'in' ? from : to;
        const isPayment = kind !== 'fee' && spam === null && (received !== '0' || spent !== '0');
        if (!isPayment || other === null) continue;
        sides[direction === 'in' ? 'in' : 'out'].add(toHex(parseEthereumAccount(other).bytes));
      }
      return { since: found.first, paid: [...sides.out], payers: [...sides.in] };
    };
    return { movements: hi - lo, read: () => (read ??= contactsIn()) };
  }

  return {
    depositsOf: async (accounts, before) =>
      (await readNoteCounts(session, 'deposit', accounts.map(fromHex), Math.min(before, top))).map(countOf),
    withdrawalsOf: async (accounts) =>
      (await readNoteCounts(session, 'withdrawal', accounts.map(fromHex), top)).map(countOf),
    depositorsWith: (pool, count, before) => accountsWith('deposit', pool, { count, before }),
    recipientsWith: (pool, count) => accountsWith('withdrawal', pool, { count }),
    async contactsOf(account, most = mixerLimits.movements) {
      const opened = contacts.get(account) ?? openContacts(account);
      contacts.set(account, opened);
      const found = await opened;
      return found && found.movements <= most ? found.read() : null;
    },
    async usesIn(leg, accounts, { from, to }) {
      const range = { from, to: Math.min(to, top - 1), most: mixerLimits.uses + 1 };
      return fewUses(await readNotesOf(session, leg, accounts.map(fromHex), range));
    },
    usesNear: async (leg, pool, where) =>
      (await readNotesNear(session, leg, fromHex(pool), where)).filter(isBefore).map(useOf),
    async usesAtPrice(leg, pool, price) {
      const wanted = { price: fromHex(price), most: mixerLimits.uses + 1 };
      return fewUses((await readNotesAtPrice(session, leg, fromHex(pool), wanted)).filter(isBefore));
    },
    async withdrawalsAt(uses) {
      const positions = [...new Set(uses.map(({ position }) => position))];
      const all = (await readEthereumTxs(session, positions)).flatMap((tx) =>
        mixerWithdrawalsIn(tx, chainId),
      );
      return uses.map(({ account, pool, position }) => {
        const found = all.find(
          (each) => each.recipient === account && each.pool === pool && each.position === position,
        );
        if (!found) throw new RangeError(`No withdrawal for ${account} at position ${position}`);
        return found;
      });
    },
  };
}
