import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  addressKeyOfScript,
  encodeAddress,
  networks,
  parseAddress,
  scriptOfAddressKey,
  toDisplayHash,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import { getTransactionContext } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { readThrough } from '../support/api/counterparties.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { makeTransaction } from '../support/ledger/mining.ts';
import { opReturn, p2pkh, randomScript } from '../support/ledger/scripts.ts';
import { addressOf } from '../support/sources/ethereum-blocks.ts';
import {
  accountOf,
  bundlesOf,
  call,
  deposit,
  depositor,
  hex,
  router,
  textOf,
} from '../support/sources/thorchain-events.ts';
import { createRandom } from '../support/survival/random.ts';

const ether = 10n ** 18n;
const sender = addressOf(61);
/** Keys of the vault, and of somebody else. */
const [vaultKey, otherKey] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
const publicKeyOf = (key: Uint8Array): Uint8Array => secp256k1.getPublicKey(key, true);

describeWithDatabase('Payouts of THORChain on Bitcoin', (databases) => {
  test('are agreed where their deposit on Ethereum asks for them, exact where who got it paid', async () => {
    const db = await databases.empty();
    const parts = { ...call, from: sender, to: router, value: ether };
    const blocks = bundlesOf([
      [],
      [
        { ...parts, nonce: 0n, logs: [deposit(accountOf(vaultKey), ether)] },
        // Without an event of the router.
        { ...parts, nonce: 1n },
      ],
    ]);
    await createEthereumLedger({ db }).append({ chainId: 1n, network: 'mainnet' }, blocks, {
      balances: new Map([[toHex(sender), 100n * ether]]),
      complete: true,
    });
    const [asking, other] = (blocks[1]?.block.transactions ?? []).map(({ hash }) => toHex(hash));
    if (asking === undefined || other === undefined) throw new Error('No transactions');

    const chain = createChain({ seed: 7, network: 'mainnet', maxTxs: 2 });
    chain.extend(110);
    const [coin] = chain.coins;
    if (!coin) throw new Error('Nothing to spend');
    const share = coin.value / 8n;
    const funding = chain.spend(
      [coin],
      [vaultKey, vaultKey, otherKey, vaultKey, vaultKey].map((key) => ({
        value: share,
        script: p2pkh(publicKeyOf(key)),
      })),
    );
    chain.mine([funding]);
    const theirs = scriptOfAddressKey(parseAddress(depositor, networks.mainnet).key);
    const elsewhere = randomScript('p2wpkh', createRandom(3));
    const pay = (
      vout: number,
      { key, inbound, script = theirs }: { key: Uint8Array; inbound: string; script?: Uint8Array },
    ): Transaction => {
      const signature = new Uint8Array(71).fill(1);
      return makeTransaction({
        inputs: [
          {
            prevTxid: funding.txid,
            prevVout: vout,
            script: Uint8Array.of(71, ...signature, 33, ...publicKeyOf(key)),
          },
        ],
        outputs: [
          { value: 1000n, script: elsewhere },
          { value: share - 2000n, script },
          { value: 0n, script: opReturn(new TextEncoder().encode(`OUT:${inbound.toUpperCase()}`)) },
        ],
      });
    };
    const paid = [
      pay(0, { key: vaultKey, inbound: asking }),
      pay(2, { key: otherKey, inbound: asking }),
      pay(1, { key: vaultKey, inbound: asking, script: elsewhere }),
      pay(3, { key: vaultKey, inbound: other }),
      pay(4, { key: vaultKey, inbound: 'ab'.repeat(32) }),
    ];
    chain.mine(paid);
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);

    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const read = async (tx: Transaction) => {
      const params = { hash: toDisplayHash(tx.txid) };
      return (await api.as(ada, getTransactionContext, { params })).data.payouts;
    };
    const [exact, agreed, ...others] = await Promise.all(paid.map(read));
    expect(exact).toEqual([
      {
        output: 1,
        protocol: 'THORChain',
        transaction: hex(blocks[1]?.block.transactions[0]?.hash ?? new Uint8Array()),
        sender: textOf(sender),
        asset: expect.objectContaining({ type: 'ether' }) as unknown,
        amt: String(ether),
        proof: 'exact',
      },
    ]);
    expect(agreed).toMatchObject([{ output: 1, proof: 'agreed' }]);
    expect(others).toEqual([[], [], []]);
    expect(await read(funding)).toEqual([]);

    // The list of counterparties names who sent on Ethereum, of both who paid.
    const through = await readThrough(api, ada, { addr: depositor, direction: 'in' });
    const addressOfKey = (key: Uint8Array) =>
      encodeAddress(addressKeyOfScript(p2pkh(publicKeyOf(key))) ?? key, networks.mainnet);
    const named = {
      protocol: 'THORChain',
      blockchain: 'ethereum',
      accounts: [textOf(sender)],
      account_count: 1,
      transaction: `0x${asking}`,
    };
    const [first, second] = paid.map(({ txid }) => toDisplayHash(txid));
    expect(through).toHaveLength(2);
    expect(through).toContainEqual({ ...named, of: addressOfKey(vaultKey), txid: first, proof: 'exact' });
    expect(through).toContainEqual({ ...named, of: addressOfKey(otherKey), txid: second, proof: 'agreed' });
  });
});
