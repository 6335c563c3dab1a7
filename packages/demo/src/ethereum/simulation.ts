import { hashOnce, type Withdrawal, demoChainId } from '@hopscope/chain';
import type { DemoOptions } from '../bitcoin/simulation.ts';
import type { TruthEvent } from '../truth.ts';
import { type Account, ETHER } from './account.ts';
import { populate } from './actors/populate.ts';
import { assembleBlock, type Assembled, type Executed } from './assemble.ts';
import { gwei, prefixed } from './chain.ts';
import { createEthereumEconomy, type EthereumEconomyState, type UnconfirmedEntry } from './economy.ts';
import { give, take } from './balances.ts';
import type { DemoEthereumBlock, EthereumSimulation, UnconfirmedEthereum } from './model.ts';
import { nextBaseFee, nextGasLimit, nextUsualGas, priceOf } from './fee-market.ts';
import { runTag } from '../run-tag.ts';
import { execute } from './run.ts';
import { type SignedTransaction, signTransaction } from './transaction.ts';

/** Inputs of a block, for competing blocks. */
interface Last {
  readonly made: Assembled;
  readonly parentHash: Uint8Array;
  readonly time: number;
  readonly miner: Account;
  readonly withdrawals: readonly Withdrawal[];
  readonly executed: readonly Executed[];
}

const firstBaseFee = 2n * gwei;
/** Block intervals up to this length count as live: activity then occurs every few seconds. */
const liveInterval = 120;

/** Creates a simulation before its block 0. Equal options, times, and deposits produce equal bytes. */
export function simulateEthereum(
  options: Omit<DemoOptions, 'hashing'>,
  emit: (event: TruthEvent) => void = () => {},
): EthereumSimulation {
  const economy = createEthereumEconomy({
    seed: options.seed,
    start: options.start,
    baseFee: firstBaseFee,
    emit,
  });
  const actors = populate(options, economy);
  const tag = new TextEncoder().encode(runTag(options));
  const client = new TextEncoder().encode('Hopscope demo');
  let usualGas = 300_000n;
  let number = -1;
  let time: number | undefined;
  let last: Last | undefined;
  let before: Last | undefined;
  let hashes = hashOnce();
  let validators = 0n;
  let livedTo = 0;

  /** Returns all transactions that can pay and fit, in the order they were sent; per sender in nonce order. */
  function choose(baseFee: bigint, gasLimit: bigint): Executed[] {
    const executed: Executed[] = [];
    const left: UnconfirmedEntry[] = [];
    const blocked = new Set<number>();
    let room = Number(gasLimit);
    for (const entry of economy.unconfirmed.splice(0)) {
      const { from } = entry.action;
      if (blocked.has(from.id) || entry.maxFee < baseFee || entry.gasLimit > room) {
        blocked.add(from.id);
        left.push(entry);
        continue;
      }
      const done = runEntry(entry, baseFee, actors.miner(number));
      room -= done.outcome.gasUsed;
      executed.push(done);
    }
    // Transactions sent in response to this block come after those still pending.
    economy.unconfirmed.unshift(...left);
    return executed;
  }

  function runEntry(entry: UnconfirmedEntry, baseFee: bigint, miner: Account): Executed {
    const { action } = entry;
    const { from, to, value = 0n, creates = false } = action;
    const signed = sign(entry);
    from.reserved -= entry.reserved;
    const outcome = execute({
      from,
      to,
      creates,
      value,
      input: action.input ?? '',
      gasLimit: entry.gasLimit,
      intrinsic: entry.intrinsic,
      floor: entry.floor,
      flow: action.flow,
      program: action.program,
    });
    const price = priceOf(entry.maxFee, entry.type < 2 ? null : entry.tip, baseFee);
    const gas = BigInt(outcome.gasUsed);
    take(from, ETHER, gas * price + BigInt(131_072 * (action.blobHashes?.length ?? 0)));
    give(miner, ETHER, gas * (price - baseFee));
    emitTransaction(signed, action.kind, outcome);
    action.done?.(outcome.success, signed.hash);
    return { signed, from, to, outcome };
  }

  function emitTransaction(
    { hash }: SignedTransaction,
    kind: UnconfirmedEntry['action']['kind'],
    { success, moves, conversions }: Executed['outcome'],
  ): void {
    emit({ type: 'ethereum_transaction', hash, kind, success });
    const tokenOf = (asset: number): Uint8Array | null =>
      asset === ETHER ? null : (economy.accounts[asset - 1]?.address ?? null);
    for (const { account, gave, got } of conversions) {
      emit({
        type: 'ethereum_conversion',
        hash,
        account: account.address,
        gave: { token: tokenOf(gave.asset), amount: gave.amount },
        got: { token: tokenOf(got.asset), amount: got.amount },
      });
    }
    for (const { asset, from, to, amount, shares } of moves) {
      if (!shares) continue;
      emit({
        type: 'ethereum_shares',
        hash,
        token: tokenOf(asset),
        from: from?.address ?? null,
        to: to?.address ?? null,
        amount,
        shares: [...shares],
      });
    }
  }

  function sign({ action, nonce, type, gasLimit, input, maxFee, tip }: UnconfirmedEntry): SignedTransaction {
    const { from, to, creates = false, value = 0n } = action;
    if (!from.key) throw new RangeError('An account without a key cannot send');
    const { accessList = [], blobHashes = [], authorizations = [] } = action;
    return signTransaction(
      {
        type,
        from,
        to: creates ? undefined : to,
        nonce,
        value,
        gasLimit: BigInt(gasLimit),
        input,
        maxFee,
        tip,
        accessList,
        blobHashes,
        authorizations,
      },
      from.key,
    );
  }

  /** Creates withdrawals from the beacon chain to validators. */
  function withdraw(): Withdrawal[] {
    return actors.withdrawals(number).map(({ account, gweis }) => {
      const amount = gweis * gwei;
      give(account, ETHER, amount);
      const index = validators++;
      return { index, validatorIndex: 4_000n + BigInt(account.id), address: account.address, amount };
    });
  }

  /** Advances time: runs each scheduled task at its time. */
  function live(until: number): void {
    economy.setMoment({ number });
    economy.agenda.runUntil(until, (moment) => economy.setMoment({ time: moment }));
    economy.setMoment({ time: until });
  }

  function finished(made: Assembled, at: number): DemoEthereumBlock {
    const { header, hash, answers } = made;
    return { number: header.number, hash, time: at, transactions: answers.receipts.length, answers };
  }

  function feesAfter(parent: Last | undefined): { baseFee: bigint; gasLimit: bigint } {
    const header = parent?.made.header;
    const baseFee = header
      ? nextBaseFee({
          baseFee: header.baseFee ?? 0n,
          gasUsed: header.gasUsed,
          gasLimit: header.gasLimit,
        })
      : firstBaseFee;
    let largest = 0;
    for (const { gasLimit, maxFee } of economy.unconfirmed) {
      if (maxFee >= baseFee && gasLimit > largest) largest = gasLimit;
    }
    return { baseFee, gasLimit: nextGasLimit(usualGas, baseFee, BigInt(largest)) };
  }

  /** Assembles a competing block at the same height with another fee recipient and the first part of the transactions. */
  function beside(of: Last, count: number): Assembled {
    const header = of.made.header;
    return assembleBlock(
      {
        parentHash: of.parentHash,
        number: header.number,
        time: of.time,
        miner: actors.otherMiner(of.miner),
        baseFee: header.baseFee ?? 0n,
        gasLimit: header.gasLimit,
        extraData: client,
        withdrawals: of.withdrawals,
        executed: of.executed.slice(0, count),
      },
      hashOnce(),
    );
  }

  const rivalOf = (of: Last): Assembled => beside(of, Math.floor((of.executed.length * 2) / 3));

  return {
    chainId: demoChainId,
    get time() {
      return time;
    },
    get number() {
      return number;
    },
    openings: new Map([...economy.openings].map(([{ hex }, wei]) => [hex.slice(2), wei])),
    tokens: economy.tokens,
    next(at) {
      if (time !== undefined && at <= time) throw new RangeError('A block must be later than the one before');
      if (livedTo > 0 && (at < livedTo || at - (time ?? 0) > liveInterval)) {
        throw new RangeError('Actors have lived on as if this block came sooner');
      }
      livedTo = 0;
      actors.setPace(time !== undefined && at - time <= liveInterval);
      live(at);
      number++;
      economy.replaceStuck();
      const { baseFee, gasLimit } = feesAfter(last);
      economy.setMoment({ number, baseFee });
      const miner = actors.miner(number);
      const executed = number === 0 ? [] : choose(baseFee, gasLimit);
      const withdrawals = number === 0 ? [] : withdraw();
      const parentHash = last?.made.hash ?? new Uint8Array(32);
      if (number % 64 === 0) hashes = hashOnce();
      const made = assembleBlock(
        {
          parentHash,
          number,
          time: at,
          miner,
          baseFee,
          gasLimit,
          extraData: number === 0 ? tag : client,
          withdrawals,
          executed,
        },
        hashes,
      );
      usualGas = nextUsualGas(usualGas, made.header.gasUsed);
      before = last;
      last = { made, parentHash, time: at, miner, withdrawals, executed };
      time = at;
      return finished(made, at);
    },
    rival: () => (last && number > 0 ? finished(rivalOf(last), last.time) : undefined),
    rivalBranch() {
      if (!before || !last || number < 2) return [];
      const first = rivalOf(before);
      const header = first.header;
      const baseFee = nextBaseFee({
        baseFee: header.baseFee ?? 0n,
        gasUsed: header.gasUsed,
        gasLimit: header.gasLimit,
      });
      // Transactions that the first one omitted, as long as the sender can pay here.
      const rest = before.executed.slice(first.answers.receipts.length);
      const end = rest.findIndex(({ signed: { tx } }) => (tx.gasPrice ?? tx.maxFeePerGas ?? 0n) < baseFee);
      const second = assembleBlock(
        {
          parentHash: first.hash,
          number,
          time: last.time,
          miner: last.miner,
          baseFee,
          gasLimit: before.made.header.gasLimit,
          extraData: client,
          withdrawals: last.withdrawals,
          executed: end < 0 ? rest : rest.slice(0, end),
        },
        hashOnce(),
      );
      return [finished(first, before.time), finished(second, last.time)];
    },
    advance(at) {
      if (time === undefined || at - time > liveInterval) throw new RangeError('Blocks do not come live');
      if (at <= time || at < livedTo) return;
      livedTo = at;
      actors.setPace(true);
      live(at);
    },
    unconfirmed: () => economy.unconfirmed.map((entry) => unconfirmedOf(entry, sign(entry))),
    bridge: actors.bridge,
    balances: () => balancesOf(economy),
  };
}

function unconfirmedOf(entry: UnconfirmedEntry, { hash, tx }: SignedTransaction): UnconfirmedEthereum {
  const { action, maxFee, tip, gasLimit, replacements } = entry;
  return {
    hash: prefixed(hash),
    from: action.from.hex,
    to: tx.to ? action.to.hex : null,
    nonce: tx.nonce,
    value: tx.value,
    maxFee,
    tip,
    gasLimit,
    replacements,
  };
}

function* balancesOf(
  economy: EthereumEconomyState,
): Generator<{ address: Uint8Array; wei: bigint; tokens: ReadonlyMap<string, bigint> }> {
  for (const { address, balances } of economy.accounts) {
    const tokens = new Map<string, bigint>();
    let wei = 0n;
    for (const [asset, amount] of balances) {
      if (asset === ETHER) wei = amount;
      else tokens.set(economy.accounts[asset - 1]?.hex.slice(2) ?? '', amount);
    }
    yield { address, wei, tokens };
  }
}
