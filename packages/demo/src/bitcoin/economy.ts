import { addressKeyOfScript, type Hashing } from '@hopscope/chain';
import { ascending, secondsOfDay } from '@hopscope/domain';
import { type Agenda, createAgenda } from '../agenda.ts';
import type { DemoEntity } from '../entities.ts';
import { createRandom, type Random } from '../random.ts';
import type { Flow, FlowKind, StoryFact, TransactionKind, TruthEvent } from '../truth.ts';
import { CoinQueue } from './coin-queue.ts';
import { makeTransaction, type MadeTransaction, weightOf } from './draft.ts';
import { createKeyring, scriptLength, type WalletStyle } from './keys.ts';
import { gatherShares, splitShares } from './shares.ts';
import { type Coin, credit, type Fingerprint, takeOldest, type Wallet } from './wallet.ts';

/** An output of a planned transaction. */
export type Out =
  | {
      readonly to: Wallet;
      readonly index: number;
      readonly value: bigint;
      /** Change to the payer. */
      readonly change?: boolean;
      /** The whole amount starts this flow, regardless of its source. */
      readonly flow?: number;
    }
  | {
      /** A locking script without an owner: a note, or an address without a key. */
      readonly script: Uint8Array;
      readonly value: bigint;
    };

export interface PayOptions {
  kind?: TransactionKind;
  /** Satoshis per virtual byte; default: the current usual rate. */
  feeRate?: bigint;
  /** Most coins to spend. */
  mostInputs?: number;
  /** Index of the payer's address for change. */
  changeIndex?: number;
  /** Number of blocks before a miner includes the transaction. */
  delayBlocks?: number;
  /** Seconds after which the payer replaces it with a higher fee, if still unconfirmed. */
  replaceAfter?: number;
  /** Order of the outputs; default: as the wallet arranges them. */
  order?: Fingerprint['order'];
}

/** A transaction with the address of its first input. */
export interface Payment extends MadeTransaction {
  readonly payer: Pick<Coin, 'wallet' | 'index'>;
}

/** All operations available to actors on the Bitcoin side. */
export interface Economy {
  readonly random: Random;
  readonly agenda: Agenda;
  /** Seconds since 1970. */
  now(): number;
  height(): number;
  openWallet(spec: {
    entity: DemoEntity;
    style?: WalletStyle;
    client?: string;
    pools?: boolean;
    fingerprint?: Partial<Fingerprint>;
    script?: Uint8Array;
  }): Wallet;
  /** Returns the index of a fresh address of a wallet. */
  fresh(wallet: Wallet): number;
  /** Returns the index of a fresh address, or of an old one for wallets that reuse addresses. */
  receiving(wallet: Wallet, reusePerMille: number): number;
  /** Returns the locking script of an address. */
  script(wallet: Wallet, index: number): Uint8Array;
  /** Pays from a wallet's oldest coins, with change; returns undefined without effect if it has insufficient funds. */
  pay(from: Wallet, outs: readonly Out[], options?: PayOptions): Payment | undefined;
  /** Spends exactly these coins into exactly these outputs; the difference is the fee. */
  spend(inputs: readonly Coin[], outs: readonly Out[], options?: PayOptions): Payment;
  /** Returns the fee of a transaction with these inputs and outputs at the usual rate. */
  feeFor(inputs: readonly Coin[], outs: readonly Out[]): bigint;
  startFlow(kind: FlowKind, source: DemoEntity): number;
  emit(event: TruthEvent): void;
  /** Emits where a story is visible: a transaction, or an address of a wallet. */
  emitStory(fact: StoryFact, place: MadeTransaction | { wallet: Wallet; index: number }): void;
}

/** An unconfirmed transaction. */
export interface Pending {
  readonly made: MadeTransaction;
  /** Height of the first block that may contain it. */
  readonly from: number;
  /** Outputs to credit when it is mined; empty for those spendable at once. */
  readonly credits: readonly Coin[];
  /** Its inputs, needed for a replacement. */
  readonly inputs: readonly Coin[];
  /** The transaction that it replaced. */
  readonly replaced?: MadeTransaction;
}

export interface EconomyState extends Economy {
  readonly pending: Pending[];
  setTime(time: number): void;
  setHeight(height: number): void;
}

const dust = 546n;

const defaults: Fingerprint = { version: 2, rbf: true, locktime: false, change: 'fresh', order: 'shuffled' };

/** Creates an economy without actors. `emit` receives simulation events as they occur. */
export function createEconomy(options: {
  seed: number;
  hashing: Hashing;
  start: number;
  emit: (event: TruthEvent) => void;
}): EconomyState {
  const { hashing, emit } = options;
  const random = createRandom(options.seed, 'bitcoin');
  const keyring = createKeyring(hashing, options.seed);
  const agenda = createAgenda();
  const pending: Pending[] = [];
  let time = options.start;
  let height = 0;
  let wallets = 0;
  let flows = 0;

  /** Returns satoshis per virtual byte: a slow wave over the days with spikes. */
  function usualRate(): bigint {
    const day = Math.floor(time / secondsOfDay);
    const wave = 3 + (Math.imul(day, 2_654_435_761) >>> 28) * 2;
    return BigInt(random.chance(30) ? wave * 4 : random.between(Math.ceil(wave / 2), wave + 2));
  }

  const lockOf = ({ id, style, script }: Wallet, index: number): Uint8Array =>
    script ?? keyring.lock(id, style, index);

  function emitStory(fact: StoryFact, place: MadeTransaction | { wallet: Wallet; index: number }): void {
    if ('txid' in place) {
      emit({ type: 'story', fact, place: { chain: 'bitcoin', txid: place.txid } });
      return;
    }
    const key = addressKeyOfScript(lockOf(place.wallet, place.index), hashing);
    if (key) emit({ type: 'story', fact, place: { chain: 'bitcoin', key } });
  }

  function emitAddress(wallet: Wallet, index: number): void {
    const key = addressKeyOfScript(lockOf(wallet, index), hashing);
    if (!key) return;
    emit({
      type: 'address',
      key,
      wallet: wallet.id,
      entity: wallet.entity.id,
      ...(wallet.client === undefined ? {} : { client: wallet.client }),
    });
  }

  const scriptOf = (out: Out): Uint8Array => ('script' in out ? out.script : lockOf(out.to, out.index));

  const lengthOf = (out: Out): number => ('script' in out ? out.script.length : scriptLength[out.to.style]);

  function coinsOf(made: MadeTransaction, inputs: readonly Coin[], outs: readonly Out[]): Coin[] {
    const sums = gatherShares(inputs);
    const values = outs.map((out) => out.value);
    const total = inputs.reduce((sum, coin) => sum + coin.value, 0n);
    const split = sums ? splitShares(sums, total, values) : undefined;
    const coins: Coin[] = [];
    outs.forEach((out, vout) => {
      if ('script' in out) return;
      const shares = out.flow === undefined ? split?.[vout] : new Map([[out.flow, out.value]]);
      if (shares) emit({ type: 'shares', txid: made.txid, vout, shares: [...shares] });
      coins.push({
        txid: made.txid,
        vout,
        value: out.value,
        wallet: out.to,
        index: out.index,
        shares: out.to.pools ? undefined : shares,
      });
    });
    return coins;
  }

  function arrange(outs: readonly Out[], order: Fingerprint['order']): readonly Out[] {
    if (order === 'change_last' || outs.length < 2) return outs;
    if (order === 'shuffled') return random.shuffle(outs);
    return outs.toSorted((a, b) => ascending(a.value, b.value));
  }

  function emitTransaction(
    made: MadeTransaction,
    inputs: readonly Coin[],
    outs: readonly Out[],
    kind: TransactionKind = 'payment',
  ): void {
    emit({
      type: 'transaction',
      txid: made.txid,
      kind,
      payers: [...new Set(inputs.map((coin) => coin.wallet.id))],
      change: outs.flatMap((out, vout) => ('script' in out || !out.change ? [] : [vout])),
    });
  }

  /** Replaces an unconfirmed transaction by one with the same coins and a higher fee, paid from the change. */
  function replace(entry: Pending, outs: readonly Out[], kind: TransactionKind | undefined): void {
    const at = pending.indexOf(entry);
    const payer = entry.inputs[0]?.wallet;
    const more = entry.made.fee * 2n + 1_000n;
    const place = outs.findIndex((out) => !('script' in out) && out.change && out.value > more + dust * 2n);
    if (at < 0 || !payer || place < 0) return;
    const changed = outs.map((out, i) => (i === place ? { ...out, value: out.value - more } : out));
    const outputs = changed.map((out) => ({ script: scriptOf(out), value: out.value }));
    const made = makeTransaction(
      { inputs: entry.inputs, outputs, fingerprint: payer.fingerprint, height },
      { keyring, random, hashing },
    );
    emitTransaction(made, entry.inputs, changed, kind);
    emit({ type: 'replaced', txid: entry.made.txid, by: made.txid });
    const credits = coinsOf(made, entry.inputs, changed);
    pending[at] = { made, from: height + 1, credits, inputs: entry.inputs, replaced: entry.made };
  }

  const economy: EconomyState = {
    random,
    agenda,
    pending,
    now: () => time,
    height: () => height,
    setTime: (next) => void (time = next),
    setHeight: (next) => void (height = next),
    emit,
    emitStory,

    openWallet({ entity, style = 'p2wpkh', client, pools = false, fingerprint, script }) {
      return {
        id: ++wallets,
        entity,
        client,
        style,
        script,
        pools,
        fingerprint: { ...defaults, ...fingerprint },
        used: 0,
        coins: new CoinQueue(),
        balance: 0n,
      };
    },

    fresh(wallet) {
      const index = wallet.used++;
      emitAddress(wallet, index);
      return index;
    },

    receiving(wallet, reusePerMille) {
      if (wallet.used > 0 && random.chance(reusePerMille))
        return random.below(Math.min(wallet.used, 1 << 20));
      return economy.fresh(wallet);
    },

    script: lockOf,

    feeFor: (inputs, outs) => (BigInt(weightOf(inputs, outs.map(lengthOf)) + 3) / 4n) * usualRate(),

    pay(from, outs, payOptions = {}) {
      const wanted = outs.reduce((sum, out) => sum + out.value, 0n);
      const rate = payOptions.feeRate ?? usualRate();
      const most = payOptions.mostInputs ?? 60;
      if (from.balance < wanted) return undefined;
      const lengths = [...outs.map(lengthOf), scriptLength[from.style]];
      const inputs: Coin[] = [];
      let have = 0n;
      let fee = 0n;
      do {
        const coin = inputs.length < most ? takeOldest(from) : undefined;
        if (!coin) {
          for (const taken of inputs) credit(taken);
          return undefined;
        }
        inputs.push(coin);
        have += coin.value;
        fee = (BigInt(weightOf(inputs, lengths) + 3) / 4n) * rate;
      } while (have < wanted + fee);
      const change = have - wanted - fee;
      const all = [...outs];
      if (change > dust * 2n) {
        const reuse = from.fingerprint.change === 'same_address' ? inputs[0]?.index : undefined;
        const index = payOptions.changeIndex ?? reuse ?? economy.fresh(from);
        all.push({ to: from, index, value: change, change: true });
      }
      return economy.spend(inputs, all, payOptions);
    },

    spend(inputs, outs, spendOptions = {}) {
      const [first] = inputs;
      if (!first) throw new RangeError('A demo transaction needs a coin');
      const { wallet, index } = first;
      const { fingerprint } = wallet;
      const arranged = arrange(outs, spendOptions.order ?? fingerprint.order);
      const outputs = arranged.map((out) => ({ script: scriptOf(out), value: out.value }));
      const made = makeTransaction({ inputs, outputs, fingerprint, height }, { keyring, random, hashing });
      const coins = coinsOf(made, inputs, arranged);
      const delay = spendOptions.delayBlocks ?? 0;
      if (delay === 0) for (const coin of coins) credit(coin);
      const entry = { made, from: height + 1 + delay, credits: delay === 0 ? [] : coins, inputs };
      pending.push(entry);
      emitTransaction(made, inputs, arranged, spendOptions.kind);
      if (spendOptions.replaceAfter !== undefined && delay > 0) {
        agenda.at(time + spendOptions.replaceAfter, () => replace(entry, arranged, spendOptions.kind));
      }
      return { ...made, payer: { wallet, index } };
    },

    startFlow(kind, source) {
      const flow: Flow = { id: ++flows, kind, source: source.id };
      emit({ type: 'flow', flow });
      return flow.id;
    },
  };
  return economy;
}
