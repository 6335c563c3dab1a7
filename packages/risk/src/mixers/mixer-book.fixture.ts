import type {
  MixerBook,
  MixerContacts,
  MixerLeg,
  MixerLink,
  MixerUse,
  MixerWithdrawal,
  NoteCount,
} from './mixer-book.ts';

/** An account's use of a pool: account, pool, positions. */
export type Use = readonly [account: string, pool: string, ...positions: number[]];

/** Positions in a block. */
export const inBlock = (height: number, index = 0): number => height * 2 ** 17 + index;

export const described = (links: readonly MixerLink[]): string[] =>
  links.map(({ heuristic, notes: { account, count } }) => `${heuristic} ${account} ${count}`);

/** A withdrawal by a relayer at its usual gas price, unless stated otherwise. */
export const withdrawalOf = (
  use: Pick<MixerWithdrawal, 'recipient' | 'pool' | 'position'> & Partial<MixerWithdrawal>,
): MixerWithdrawal => ({ sender: null, relayer: 'relayer', price: null, ...use });

/** Accounts that an account paid, and that paid it, since a position. */
export const contactsOf = (
  since: number,
  paid: readonly string[],
  payers: readonly string[] = [],
): MixerContacts => ({ since, paid, payers });

const counted = (uses: readonly Use[], before = Number.POSITIVE_INFINITY): NoteCount[] =>
  uses.flatMap(([account, pool, ...all]) => {
    const positions = all.filter((position) => position < before);
    const [first] = positions;
    const last = positions.at(-1);
    return first === undefined || last === undefined
      ? []
      : [{ account, pool, count: positions.length, first, last }];
  });

interface Extra {
  readonly contacts?: Readonly<Record<string, MixerContacts | null>>;
  /** Unusual gas prices by position. */
  readonly prices?: Readonly<Record<number, string>>;
  /** Of withdrawals by position, whose relayer isn't the usual one, or null. */
  readonly relayers?: Readonly<Record<number, string | null>>;
  /** Lists of uses with more are null. */
  readonly most?: number;
}

/** Opens a book on deposits and withdrawals. */
export function bookOf(
  deposits: readonly Use[],
  withdrawals: readonly Use[],
  { contacts = {}, prices = {}, relayers = {}, most = 200 }: Extra = {},
): MixerBook {
  const legs = { deposit: deposits, withdrawal: withdrawals } as const;
  const usesOf = (leg: MixerLeg): MixerUse[] =>
    legs[leg]
      .flatMap(([account, pool, ...positions]) => positions.map((position) => ({ account, pool, position })))
      .sort((a, b) => a.position - b.position);
  const few = (uses: readonly MixerUse[]): readonly MixerUse[] | null => (uses.length > most ? null : uses);
  return {
    depositsOf: async (accounts, before) =>
      counted(deposits, before).filter(({ account }) => accounts.includes(account)),
    withdrawalsOf: async (accounts) =>
      counted(withdrawals).filter(({ account }) => accounts.includes(account)),
    recipientsWith: async (pool, count) =>
      counted(withdrawals)
        .filter((each) => each.pool === pool && each.count === count)
        .map(({ account }) => account),
    depositorsWith: async (pool, count, before) =>
      counted(deposits, before)
        .filter((each) => each.pool === pool && each.count === count)
        .map(({ account }) => account),
    contactsOf: async (account) => contacts[account] ?? null,
    usesIn: async (leg, accounts, { from, to }) =>
      few(
        usesOf(leg).filter(
          ({ account, position }) => accounts.includes(account) && position >= from && position <= to,
        ),
      ),
    async usesNear(leg, pool, { side, position, most: asked }) {
      const uses = usesOf(leg).filter((use) => use.pool === pool);
      return side === 'before'
        ? uses.filter((use) => use.position < position).slice(-asked)
        : uses.filter((use) => use.position > position).slice(0, asked);
    },
    usesAtPrice: async (leg, pool, price) =>
      few(usesOf(leg).filter((use) => use.pool === pool && prices[use.position] === price)),
    withdrawalsAt: async (uses) =>
      uses.map(({ account, pool, position }) => {
        const relayer = relayers[position] === undefined ? 'relayer' : relayers[position];
        const sender = relayer === null ? account : null;
        const price = prices[position] ?? null;
        return { recipient: account, sender, relayer, price, pool, position };
      }),
  };
}
