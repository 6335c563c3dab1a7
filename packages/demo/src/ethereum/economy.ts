import {
  type AccessListEntry,
  type Authorization,
  createdAddress,
  type EthereumTransactionType,
  fromHex,
  toHex,
} from '@hopscope/chain';
import { type Agenda, createAgenda } from '../agenda.ts';
import type { DemoEntity } from '../entities.ts';
import { createRandom, type Random } from '../random.ts';
import type { EthereumTransactionKind, Flow, FlowKind, TokenStandard, TruthEvent } from '../truth.ts';
import { type Account, spendable } from './account.ts';
import { give } from './balances.ts';
import { gwei, prefixed } from './chain.ts';
import { gasOfInput } from './gas.ts';
import { accountKey } from './keys.ts';
import type { Run } from './run.ts';
import { maxBlobFee } from './transaction.ts';

/** A transaction requested by an actor. */
export interface Action {
  readonly kind: EthereumTransactionKind;
  readonly from: Account;
  /** The recipient, or the contract to create. */
  readonly to: Account;
  readonly creates?: boolean;
  readonly value?: bigint;
  /** Hex without `0x`. */
  readonly input?: string;
  /** Maximum gas of its code; 0 for plain payments. */
  readonly gas?: number;
  readonly program?: (run: Run) => void;
  readonly type?: EthereumTransactionType;
  /** The entire transferred amount starts this flow. */
  readonly flow?: number;
  /** Sent by a wallet that offers a low fee and increases it later. */
  readonly stingy?: boolean;
  /** Gas price in wei, or maximum fee per gas, that the sender sets by hand. */
  readonly price?: bigint;
  readonly accessList?: readonly AccessListEntry[];
  readonly blobHashes?: readonly Uint8Array[];
  readonly authorizations?: readonly Authorization[];
  /** Called when it is in a block. */
  readonly done?: (success: boolean, hash: Uint8Array) => void;
}

/** A pending transaction. */
export interface UnconfirmedEntry {
  readonly action: Action;
  readonly nonce: bigint;
  readonly type: EthereumTransactionType;
  readonly input: Uint8Array;
  readonly gasLimit: number;
  readonly intrinsic: number;
  readonly floor: number;
  /** Block height at which it was sent or last replaced. */
  since: number;
  maxFee: bigint;
  tip: bigint;
  /** Maximum wei that it may use, reserved at the sender. */
  reserved: bigint;
  /** Number of replacements by the sender. */
  replacements: number;
}

/** A token contract and its metadata. */
export interface DemoToken {
  readonly account: Account;
  readonly standard: TokenStandard;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number | null;
}

/** All operations available to actors on the Ethereum side. */
export interface EthereumEconomy {
  readonly random: Random;
  readonly agenda: Agenda;
  /** Seconds since 1970. */
  now(): number;
  baseFee(): bigint;
  /** Creates an account with a key, which `number` selects. `known`: the directory knows it. `role` states its purpose for the owner. */
  open(spec: {
    entity: DemoEntity;
    role: string;
    pools?: boolean;
    client?: string;
    number?: number;
    known?: boolean;
  }): Account;
  /** Returns a contract that exists since block 0, at an address of lower-case hex. */
  predeployed(address: string, spec: { entity: DemoEntity; role: string; pools?: boolean }): Account;
  /** Creates an account without key: the contract that `maker` creates with this nonce. */
  contract(spec: {
    entity: DemoEntity;
    role: string;
    maker: Account;
    nonce: bigint;
    pools?: boolean;
  }): Account;
  /** Returns an address without a known key. */
  stranger(address: Uint8Array, entity: DemoEntity): Account;
  /** Sends a transaction that creates a contract; returns the contract immediately. */
  deploy(from: Account, spec: { entity: DemoEntity; role: string; code?: number; pools?: boolean }): Account;
  token(parts: DemoToken): DemoToken;
  /** Sends a transaction; returns false without effect if the sender has insufficient funds. */
  send(action: Action): boolean;
  /** Adds ether before block 0; only during setup of the actors. */
  endow(account: Account, wei: bigint): void;
  /** Maximum cost in wei of a plain payment sent now. */
  paymentCost(): bigint;
  startFlow(kind: FlowKind, source: DemoEntity): number;
  emit(event: TruthEvent): void;
}

/** The economy as used by the block producer. */
export interface EthereumEconomyState extends EthereumEconomy {
  readonly unconfirmed: UnconfirmedEntry[];
  readonly accounts: readonly Account[];
  readonly tokens: readonly DemoToken[];
  /** Balance in wei before block 0. */
  readonly openings: ReadonlyMap<Account, bigint>;
  setMoment(moment: { time?: number; number?: number; baseFee?: bigint }): void;
  /** Increases the fees of transactions that have been pending for too long. */
  replaceStuck(): void;
}

/** First flow number of this side, so that flow numbers of both sides differ. */
const firstFlow = 1_000_000;
const replaceAfter = 3;
/** Maximum surplus of a fee limit above the current price. */
const headroom = 2n;

/** Creates an economy without actors. `emit` receives simulation events as they occur. */
export function createEthereumEconomy(options: {
  seed: number;
  start: number;
  baseFee: bigint;
  emit: (event: TruthEvent) => void;
}): EthereumEconomyState {
  const { seed, emit } = options;
  const random = createRandom(seed, 'ethereum');
  const agenda = createAgenda();
  const unconfirmed: UnconfirmedEntry[] = [];
  const accounts: Account[] = [];
  const tokens: DemoToken[] = [];
  const openings = new Map<Account, bigint>();
  let { start: time, baseFee } = options;
  let number = -1;
  let flows = 0;

  function add(parts: Pick<Account, 'address' | 'key' | 'entity' | 'pools'>, nonce: bigint): Account {
    const account: Account = {
      ...parts,
      id: accounts.length + 1,
      hex: prefixed(parts.address),
      nonce,
      balances: new Map(),
      reserved: 0n,
      approved: new Set(),
      shares: new Map(),
    };
    accounts.push(account);
    return account;
  }

  function offer(action: Action): { type: EthereumTransactionType; maxFee: bigint; tip: bigint } {
    const { id } = action.from;
    const type = action.type ?? (id % 23 === 7 ? 1 : id % 5 === 2 ? 0 : 2);
    const tip = random.amount(gwei / 50n, 2n * gwei);
    if (action.price !== undefined) return { type, maxFee: action.price, tip: gwei };
    if (type < 2) return { type, maxFee: (baseFee * 5n) / 4n + tip, tip };
    return { type, maxFee: baseFee * headroom + tip, tip };
  }

  const economy: EthereumEconomyState = {
    random,
    agenda,
    unconfirmed,
    accounts,
    tokens,
    openings,
    now: () => time,
    baseFee: () => baseFee,
    emit,

    setMoment(moment) {
      time = moment.time ?? time;
      number = moment.number ?? number;
      baseFee = moment.baseFee ?? baseFee;
    },

    open({ entity, role, pools = false, client, known, number: of = accounts.length + 1 }) {
      const key = accountKey(seed, of);
      const account = add({ address: key.address, key, entity, pools }, 0n);
      emit({
        type: 'ethereum_account',
        address: account.address,
        kind: 'person',
        role,
        entity: entity.id,
        ...(client === undefined ? {} : { client }),
        ...(known && { known }),
      });
      return account;
    },

    contract({ entity, role, maker, nonce, pools = false }) {
      const address = createdAddress(maker.address, nonce);
      const account = add({ address, key: undefined, entity, pools }, 1n);
      emit({ type: 'ethereum_account', address, kind: 'contract', role, entity: entity.id });
      return account;
    },

    predeployed(address, { entity, role, pools = false }) {
      const account = add({ address: fromHex(address), key: undefined, entity, pools }, 1n);
      emit({ type: 'ethereum_account', address: account.address, kind: 'contract', role, entity: entity.id });
      return account;
    },

    stranger: (address, entity) => add({ address, key: undefined, entity, pools: false }, 0n),

    deploy(from, { entity, role, code = 180, pools = false }) {
      const to = economy.contract({ entity, role, maker: from, nonce: from.nonce, pools });
      const input = code > 0 ? `6080604052${'5b'.repeat(8)}${toHex(random.bytes(code))}` : '';
      economy.send({
        kind: 'deployment',
        from,
        to,
        creates: true,
        input,
        gas: 200 * code + 30_000,
        program: (run) => run.burn(200 * code),
      });
      return to;
    },

    token(parts) {
      tokens.push(parts);
      emit({
        type: 'ethereum_token',
        address: parts.account.address,
        standard: parts.standard,
        name: parts.name,
        symbol: parts.symbol,
        decimals: parts.decimals,
      });
      return parts;
    },

    send(action) {
      const { from, value = 0n, creates = false, blobHashes = [], accessList = [] } = action;
      const input = fromHex(action.input ?? '');
      const gas = gasOfInput(input, {
        creates,
        addresses: accessList.length,
        keys: accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0),
        authorizations: action.authorizations?.length ?? 0,
      });
      const wanted = gas.intrinsic + (action.gas ?? 0);
      const gasLimit = Math.max(wanted, gas.floor);
      const fees = offer(action);
      const maxFee = action.stingy ? baseFee + fees.tip / 16n : fees.maxFee;
      const tip = fees.tip < maxFee ? fees.tip : maxFee;
      const reserved = value + BigInt(gasLimit) * maxFee + BigInt(131_072 * blobHashes.length) * maxBlobFee;
      if (spendable(from) < reserved) return false;
      from.reserved += reserved;
      const nonce = from.nonce++;
      unconfirmed.push({
        action,
        nonce,
        input,
        gasLimit,
        ...gas,
        since: number,
        ...fees,
        maxFee,
        tip,
        reserved,
        replacements: 0,
      });
      return true;
    },

    replaceStuck() {
      for (const entry of unconfirmed) {
        const { from } = entry.action;
        if (number - entry.since < replaceAfter || entry.maxFee >= baseFee) continue;
        const maxFee = baseFee * headroom + (entry.tip * 9n) / 8n;
        const more = BigInt(entry.gasLimit) * (maxFee - entry.maxFee);
        if (spendable(from) < more) continue;
        from.reserved += more;
        entry.reserved += more;
        entry.tip = (entry.tip * 9n) / 8n + 1n;
        entry.maxFee = maxFee;
        entry.since = number;
        entry.replacements++;
      }
    },

    paymentCost: () => 21_000n * (baseFee * headroom + 2n * gwei),

    endow(account, wei) {
      openings.set(account, (openings.get(account) ?? 0n) + wei);
      give(account, 0, wei);
    },

    startFlow(kind, source) {
      const flow: Flow = { id: firstFlow + ++flows, kind, source: source.id };
      emit({ type: 'flow', flow });
      return flow.id;
    },
  };
  return economy;
}
