import { demoWrappedBitcoin, toDisplayHash, toHex } from '@hopscope/chain';
import { entities } from '../../entities.ts';
import type { Account } from '../account.ts';
import { addressWord, eventTopic, selector, textWords, word } from '../abi.ts';
import type { EthereumEconomy } from '../economy.ts';
import type { BridgeDeposit } from '../model.ts';
import { moveTokens, tokenCalls } from './tokens.ts';

const confirm = selector('confirmMintRequest(bytes32)');
const minted = eventTopic('MintConfirmed(uint256,address,uint256,string,string,uint256,bytes32)');

/** Mints the token for a deposit at the custodian; `address` is the one that was paid. */
export type MintWrapped = (deposit: BridgeDeposit, address: string, merchant: Account) => void;

/** Creates the token for bitcoin, with a factory whose events are those of WBTC's. */
export function createWrappedBitcoin(economy: EthereumEconomy, custodian: Account): MintWrapped {
  const entity = entities.issuer;
  const factory = economy.predeployed(demoWrappedBitcoin.factory, { entity, role: 'factory', pools: true });
  const token = economy.predeployed(demoWrappedBitcoin.token, {
    entity,
    role: 'wrapped_bitcoin',
    pools: true,
  });
  economy.token({
    account: token,
    standard: 'erc20',
    name: 'Wrapped Demo Bitcoin',
    symbol: 'WDBTC',
    decimals: 8,
  });
  return ({ transfer, txid, sats }, address, merchant) => {
    const request = toHex(txid);
    economy.send({
      kind: 'mint',
      from: custodian,
      to: factory,
      input: confirm + request,
      gas: 190_000,
      program(run) {
        run.call(
          token,
          { input: tokenCalls.mint + addressWord(merchant) + word(sats), output: word(1) },
          () => moveTokens(run, undefined, merchant, sats),
        );
        const [paid, named] = [textWords(address), textWords(toDisplayHash(txid))];
        const heads = [sats, 160, 160 + paid.length / 2, economy.now()].map(word).join('') + request;
        run.log([minted, word(transfer), addressWord(merchant)], heads + paid + named);
      },
      done(success, hash) {
        if (!success) return;
        economy.emit({
          type: 'bridge',
          blockchain: 'ethereum',
          hash,
          direction: 'out',
          transfer,
          sats,
          wei: 0n,
          token: token.address,
          to: merchant.address,
        });
      },
    });
  };
}
