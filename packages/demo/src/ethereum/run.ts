import type { Shares } from '../bitcoin/wallet.ts';
import { type Account, type Asset, balanceOf, ETHER } from './account.ts';
import { give, setBalance, sharesOf, take } from './balances.ts';
import { quantity } from './chain.ts';
import { GAS } from './gas.ts';

/** A call in the format of `callTracer`. */
export interface Frame {
  type: 'CALL' | 'CREATE' | 'SELFDESTRUCT';
  from: string;
  to?: string;
  value: string;
  gas: string;
  gasUsed: string;
  input: string;
  output?: string;
  error?: string;
  calls?: Frame[];
}

/** An event emitted by code. Topics and data as hex without `0x`. */
export interface RunLog {
  readonly contract: Account;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transfer; `from` or `to` is undefined for minted or burned amounts. */
export interface Moved {
  readonly asset: Asset;
  readonly from: Account | undefined;
  readonly to: Account | undefined;
  readonly amount: bigint;
  /** Illicit shares, by flow. */
  readonly shares: Shares | undefined;
}

/** An amount of an asset. */
export interface AssetAmount {
  readonly asset: Asset;
  readonly amount: bigint;
}

/** What an account gave, and received for it. */
export interface Converted {
  readonly account: Account;
  readonly gave: AssetAmount;
  readonly got: AssetAmount;
}

/** Execution reverted; all effects since its call are undone. */
class Reverted extends Error {
  override name = 'Reverted';
}

/** Out of gas. */
class OutOfGas extends Error {
  override name = 'OutOfGas';
}

interface Undo {
  readonly moved: Moved;
  readonly fromShares: Shares | undefined;
  readonly toShares: Shares | undefined;
}

/** A running transaction: the operations available to the demo's contracts. */
export interface Run {
  /** The account whose code is running. */
  readonly self: Account;
  readonly sender: Account;
  /** Calls an account from `self`. A failure of the call propagates to the caller. */
  call(to: Account, parts: { value?: bigint; input?: string; output?: string }, body?: () => void): void;
  /** Calls an account from `self`; a failure of the call is reverted and returns false. */
  attempt(to: Account, parts: { value?: bigint; input?: string }, body?: () => void): boolean;
  /** Transfers ether from `self`; `shares` overrides the illicit shares. */
  pay(to: Account, value: bigint, shares?: Shares): void;
  /** Illicit shares of the ether sent with the transaction. */
  readonly carried: Shares | undefined;
  /** Creates a contract from `self`. */
  create(contract: Account, parts: { value?: bigint; code: string }, body?: () => void): void;
  /** Destroys `self` and sends its ether to a beneficiary. */
  destroy(heir: Account): void;
  /** Emits an event of `self`. */
  log(topics: readonly string[], data: string): void;
  /** Transfers tokens of `self`; `shares` overrides the illicit shares of `from`. Fails if the balance of `from` is too low. */
  moveToken(from: Account | undefined, to: Account | undefined, amount: bigint, shares?: Shares): void;
  /** Illicit shares of an amount if `from` paid it now. */
  sharesOf(from: Account, asset: Asset, amount: bigint): Shares | undefined;
  /** States what an account converted, for the ground truth. */
  converts(account: Account, gave: AssetAmount, got: AssetAmount): void;
  /** Uses gas; fails the transaction if none is left. */
  burn(gas: number): void;
  /** Reverts. */
  fail(reason: string): never;
  /** Runs after the transaction succeeded. */
  afterwards(work: () => void): void;
}

/** Result of a transaction. */
export interface Outcome {
  readonly success: boolean;
  readonly gasUsed: number;
  readonly logs: readonly RunLog[];
  readonly moves: readonly Moved[];
  readonly conversions: readonly Converted[];
  readonly frame: Frame;
}

/** The transaction to run. */
export interface Runnable {
  readonly from: Account;
  /** The recipient, or the contract to create. */
  readonly to: Account;
  readonly creates: boolean;
  readonly value: bigint;
  readonly input: string;
  readonly gasLimit: number;
  readonly intrinsic: number;
  readonly floor: number;
  /** The entire transferred amount starts this flow. */
  readonly flow: number | undefined;
  readonly program: ((run: Run) => void) | undefined;
}

/** Runs a transaction: balances change unless it fails; the caller handles fees. */
export function execute(task: Runnable): Outcome {
  const undo: Undo[] = [];
  const logs: RunLog[] = [];
  const later: (() => void)[] = [];
  const conversions: Converted[] = [];
  let gas = task.intrinsic;
  let self = task.to;

  const burn = (more: number): void => {
    gas += more;
    if (gas > task.gasLimit) throw new OutOfGas('out of gas');
  };

  function move(
    asset: Asset,
    from: Account | undefined,
    to: Account | undefined,
    amount: bigint,
    given?: Shares,
  ): void {
    if (amount === 0n) return;
    if (from && balanceOf(from, asset) < amount) throw new Reverted('balance too low');
    const carried = given ?? (from && sharesOf(from, asset, amount));
    const shares = task.flow === undefined ? carried : new Map([[task.flow, amount]]);
    undo.push({
      moved: { asset, from, to, amount, shares },
      fromShares: from?.shares.get(asset),
      toShares: to?.shares.get(asset),
    });
    if (from) take(from, asset, amount);
    if (to) give(to, asset, amount, shares);
  }

  function rollBack(marks: { undo: number; logs: number; later: number; conversions: number }): void {
    while (undo.length > marks.undo) {
      const step = undo.pop();
      if (!step) break;
      const { asset, from, to, amount } = step.moved;
      if (to) setBalance(to, asset, balanceOf(to, asset) - amount, step.toShares);
      if (from) setBalance(from, asset, balanceOf(from, asset) + amount, step.fromShares);
    }
    logs.length = marks.logs;
    later.length = marks.later;
    conversions.length = marks.conversions;
  }

  /** Runs one call; a failure reverts its effects and propagates to the caller. */
  function enter(
    frame: Frame,
    target: Account,
    value: bigint,
    body: (() => void) | undefined,
    shares?: Shares,
  ): void {
    const marks = {
      undo: undo.length,
      logs: logs.length,
      later: later.length,
      conversions: conversions.length,
    };
    const caller = self;
    const before = gas;
    try {
      if (value > 0n) move(ETHER, frame === root ? task.from : caller, target, value, shares);
      self = target;
      body?.();
    } catch (error) {
      rollBack(marks);
      if (error instanceof OutOfGas) frame.error = 'out of gas';
      else if (error instanceof Reverted) frame.error = 'execution reverted';
      throw error;
    } finally {
      self = caller;
      frame.gasUsed = quantity(gas - before);
    }
  }

  function openFrame(type: Frame['type'], to: Account, value: bigint, input: string): Frame {
    const frame: Frame = {
      type,
      from: self.hex,
      to: to.hex,
      value: quantity(value),
      gas: quantity(Math.max(0, task.gasLimit - gas)),
      gasUsed: '0x0',
      input: `0x${input}`,
    };
    (open.calls ??= []).push(frame);
    return frame;
  }

  function nested(frame: Frame, target: Account, value: bigint, body?: () => void, shares?: Shares): void {
    const parent = open;
    open = frame;
    try {
      enter(frame, target, value, body, shares);
    } finally {
      open = parent;
    }
  }

  const run: Run = {
    get self() {
      return self;
    },
    sender: task.from,
    call(to, { value = 0n, input = '', output }, body) {
      burn(GAS.coldAccount + (value > 0n ? GAS.callValue : 0));
      const frame = openFrame('CALL', to, value, input);
      if (output !== undefined) frame.output = `0x${output}`;
      nested(frame, to, value, body);
    },
    attempt(to, parts, body) {
      try {
        run.call(to, parts, body);
        return true;
      } catch (error) {
        if (error instanceof Reverted) return false;
        throw error;
      }
    },
    pay(to, value, shares) {
      burn(GAS.coldAccount + GAS.callValue);
      nested(openFrame('CALL', to, value, ''), to, value, undefined, shares);
    },
    carried: sharesOf(task.from, ETHER, task.value),
    create(contract, { value = 0n, code }, body) {
      burn(GAS.creation + (GAS.codeByte * code.length) / 2);
      const frame = openFrame('CREATE', contract, value, code);
      frame.output = `0x${code}`;
      nested(frame, contract, value, body);
    },
    destroy(heir) {
      burn(5_000 + GAS.newAccount);
      const left = balanceOf(self);
      openFrame('SELFDESTRUCT', heir, left, '');
      move(ETHER, self, heir, left);
    },
    log(topics, data) {
      burn(GAS.log + GAS.logTopic * topics.length + (GAS.logByte * data.length) / 2);
      logs.push({ contract: self, topics, data });
    },
    moveToken(from, to, amount, shares) {
      burn(GAS.coldStore + (to && balanceOf(to, self.id) === 0n ? GAS.freshStore : GAS.coldStore));
      move(self.id, from, to, amount, shares);
    },
    sharesOf,
    converts: (account, gave, got) => void conversions.push({ account, gave, got }),
    burn,
    fail(reason) {
      throw new Reverted(reason);
    },
    afterwards: (work) => void later.push(work),
  };

  const root: Frame = {
    type: task.creates ? 'CREATE' : 'CALL',
    from: task.from.hex,
    to: task.to.hex,
    value: quantity(task.value),
    gas: quantity(task.gasLimit),
    gasUsed: '0x0',
    input: `0x${task.input}`,
  };
  let open = root;
  const success = finish(() => enter(root, task.to, task.value, task.program && (() => task.program?.(run))));
  const used = root.error === 'out of gas' ? task.gasLimit : Math.max(gas, task.floor);
  root.gasUsed = quantity(used);
  if (success) for (const work of later) work();
  return { success, gasUsed: used, logs, moves: undo.map(({ moved }) => moved), conversions, frame: root };
}

/** Returns whether the function completed; rethrows all errors that are not execution failures. */
function finish(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Reverted || error instanceof OutOfGas) return false;
    throw error;
  }
}
