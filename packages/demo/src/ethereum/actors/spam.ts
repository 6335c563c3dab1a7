import { secondsOfDay } from '@hopscope/domain';
import { entities } from '../../entities.ts';
import { type Account, spendable } from '../account.ts';
import { addressWord, selector, word } from '../abi.ts';
import { ether } from '../chain.ts';
import { moveTokens, tokenCalls, tokenEvents, tokenTransfer } from '../contracts/tokens.ts';
import type { DemoToken } from '../economy.ts';
import type { EthereumWorld } from './world.ts';

const calls = {
  poison: selector('poison(address[],address[])'),
  drop: selector('airdrop(address[])'),
} as const;

/** Token names that imitate others or advertise. */
const fakes = [
  { name: 'USD Coin', symbol: 'USD\u0421' },
  { name: 'Demo Dollar', symbol: 'DEMUSD\u200b' },
  { name: 'Prize at www.prize.invalid', symbol: 'PRIZE' },
] as const;

/**
 * Starts unsolicited transfers: zero-value token transfers to look-alike addresses, tokens with imitated names, and
 * transactions of 0 wei.
 */
export function startEthereumSpam(world: EthereumWorld): void {
  const { economy, people, tokens } = world;
  const { random, agenda } = economy;
  const sender = economy.open({ entity: entities.tokenSpammer, role: 'sender', pools: true });
  economy.endow(sender, 40n * ether);
  let poisoner: Account | undefined;
  const tokensOfSpam: DemoToken[] = [];
  agenda.at(economy.now() + 20 * secondsOfDay, () => {
    poisoner = economy.deploy(sender, {
      entity: entities.tokenSpammer,
      role: 'poisoner',
      code: 160,
      pools: true,
    });
    for (const { name, symbol } of fakes) {
      const account = economy.deploy(sender, {
        entity: entities.tokenSpammer,
        role: 'fake_token',
        code: 200,
      });
      tokensOfSpam.push(economy.token({ account, standard: 'erc20', name, symbol, decimals: 6 }));
    }
  });
  agenda.repeat(economy.now() + 25 * secondsOfDay, () => {
    if (random.chance(600)) poison();
    else if (random.chance(700)) drop();
    else nothing();
    return random.between(8, 40) * 3600;
  });

  /** Returns an address with the same first and last characters as another. */
  function lookAlike(of: Account): Account {
    const address = random.bytes(20);
    address.set(of.address.subarray(0, 3));
    address.set(of.address.subarray(17), 17);
    return economy.stranger(address, entities.tokenSpammer);
  }

  /**
   * Makes transfers of 0 tokens from victims to look-alikes of known accounts, which the contract permits to any sender.
   */
  function poison(): void {
    const contract = poisoner;
    if (!contract || spendable(sender) < ether) return;
    const pairs = Array.from(
      { length: 3 },
      () => [random.pick(people).account, lookAlike(random.pick(people).account)] as const,
    );
    economy.send({
      kind: 'spam',
      from: sender,
      to: contract,
      input: calls.poison + word(0),
      gas: 16_000 * pairs.length + 9_000,
      program(run) {
        for (const [victim, copy] of pairs) {
          const input = tokenCalls.transferFrom + addressWord(victim) + addressWord(copy) + word(0);
          run.call(tokens.stable.account, { input, output: word(1) }, () => {
            run.burn(5_000);
            run.log([tokenEvents.transfer, addressWord(victim), addressWord(copy)], word(0));
          });
        }
      },
    });
  }

  function drop(): void {
    const token = tokensOfSpam[random.below(Math.max(1, tokensOfSpam.length))];
    if (!token) return;
    const victims = random.shuffle(people).slice(0, 4);
    economy.send({
      kind: 'spam',
      from: sender,
      to: token.account,
      input: calls.drop + word(victims.length),
      gas: 32_000 * victims.length + 5_000,
      program(run) {
        for (const { account } of victims)
          moveTokens(run, undefined, account, 1_000_000n * BigInt(random.between(1, 9_999)));
      },
    });
  }

  function nothing(): void {
    economy.send({ kind: 'spam', from: sender, to: random.pick(people).account, value: 0n });
    economy.send({ kind: 'spam', ...tokenTransfer(tokens.stable, sender, random.pick(people).account, 0n) });
  }
}
