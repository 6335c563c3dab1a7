import { entities } from '../../entities.ts';
import type { Account } from '../account.ts';
import { addressWord, eventTopic, selector, word } from '../abi.ts';
import { ether } from '../chain.ts';
import type { DemoToken, EthereumEconomy } from '../economy.ts';
import { moveTokens, tokenCalls, tokensOf, transferInput } from './tokens.ts';
import { scaled } from './swap-pool.ts';

/** The settlement contract of CoW Protocol, which has this address on all networks. */
const settlementAddress = '9008d19f58aabd9ed0d60971565aa8510560ab41';
const settle = selector(
  'settle(address[],uint256[],(uint256,uint256,address,uint256,uint256,uint32,bytes32,uint256,uint256,uint256,bytes)[],(address,uint256,bytes)[][3])',
);
const traded = eventTopic('Trade(address,address,address,uint256,uint256,uint256,bytes)');
/** Of a thousand, what remains of an amount after the fee. */
const afterFee = 999n;

/** A signed order: its owner gives an amount of a token. */
export interface Order {
  readonly owner: Account;
  readonly token: DemoToken;
  readonly amount: bigint;
}

/** Fills two orders against each other in one transaction. */
export interface Settlement {
  match(first: Order, second: Order): boolean;
}

/** Creates the contract and the solver that sends its transactions. */
export function createSettlement(economy: EthereumEconomy): Settlement {
  const solver = economy.open({ entity: entities.dex, role: 'solver', pools: true });
  economy.endow(solver, 40n * ether);
  const contract = economy.predeployed(settlementAddress, {
    entity: entities.dex,
    role: 'settlement',
    pools: true,
  });
  return {
    match(first, second) {
      const pairs = [
        [first, second],
        [second, first],
      ] as const;
      return economy.send({
        kind: 'settlement',
        from: solver,
        to: contract,
        input: settle + word(128) + word(160) + word(192) + word(224) + word(0).repeat(4),
        gas: 290_000,
        program(run) {
          for (const { owner, token, amount } of [first, second])
            if (tokensOf(owner, token) < amount) run.fail('GPv2: failed transfer');
          const shares = new Map(
            [first, second].map((order) => [
              order,
              run.sharesOf(order.owner, order.token.account.id, order.amount),
            ]),
          );
          for (const { owner, token, amount } of [first, second]) {
            run.call(
              token.account,
              { input: tokenCalls.transferFrom + addressWord(owner) + addressWord(contract) + word(amount) },
              () => moveTokens(run, owner, contract, amount),
            );
          }
          for (const [own, other] of pairs) {
            const got = (other.amount * afterFee) / 1000n;
            const carried = scaled(shares.get(own), own.amount, got);
            run.log(
              [traded, addressWord(own.owner)],
              [
                addressWord(own.token.account),
                addressWord(other.token.account),
                word(own.amount),
                word(got),
                word(0),
                word(192),
                word(56),
                word(0).repeat(2),
              ].join(''),
            );
            run.call(other.token.account, { input: transferInput(own.owner, got), output: word(1) }, () =>
              moveTokens(run, contract, own.owner, got, carried),
            );
            run.converts(
              own.owner,
              { asset: own.token.account.id, amount: own.amount },
              { asset: other.token.account.id, amount: got },
            );
          }
        },
      });
    },
  };
}
