import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  addressKeyOfScript,
  encodeAddress,
  fromHex,
  hash160,
  networks,
  opReturnData,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { type AutoTraceLine, autoTraceLine, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { readThrough } from '../support/api/counterparties.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { opReturn, randomScript } from '../support/ledger/scripts.ts';
import {
  accountOf,
  bundlesOf,
  call,
  deposit,
  hex,
  payout,
  router,
  textOf,
  topicOf,
  word,
  words,
} from '../support/sources/thorchain-events.ts';
import { createRandom } from '../support/survival/random.ts';
import { addressOf, erc20, makeBundle } from '../support/sources/ethereum-blocks.ts';

const ether = 10n ** 18n;
const [victim, thief, receiver] = [51, 52, 53].map(addressOf) as [Uint8Array, Uint8Array, Uint8Array];
/** Keys with which the vault, and somebody else, sign. */
const [vaultKey, otherKey] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
const [vault, other] = [accountOf(vaultKey), accountOf(otherKey)];
const messenger = fromHex('bd3fa81b58ba92a82136038b25adec7066af3155');
const tbtcBridge = fromHex('5e4861a80b55f035d899f66772117f00fa0e8e7b');
const wbtcFactory = fromHex('e5a5f138005e19a3e6d0fe68b039397eeef2322b');
const minter = addressOf(55);
const usdc = fromHex('a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const nobody = new Uint8Array(20);

function burn(amount: bigint, to: Uint8Array) {
  const signature = 'DepositForBurn(uint64,address,uint256,address,bytes32,uint32,bytes32,bytes32)';
  const topics = [topicOf(signature), word(1n), word(usdc), word(thief)];
  return { address: messenger, topics, data: words(amount, to, 6n, 0n, 0n) };
}

/** A deposit of tBTC; `txid` in internal order. */
function revealed(
  to: Uint8Array,
  { txid, output, value }: { txid: Uint8Array; output: bigint; value: bigint },
) {
  const signature = 'DepositRevealed(bytes32,uint32,address,uint64,bytes8,bytes20,bytes20,bytes4,address)';
  const topics = [topicOf(signature), word(to), word(0n)];
  return { address: tbtcBridge, topics, data: words(txid, output, value, 0n, 0n, 0n, nobody) };
}

/** WBTC that the custodian has minted for a merchant. */
function minted(to: Uint8Array, paid: { txid: string; address: string; value: bigint }) {
  const signature = 'MintConfirmed(uint256,address,uint256,string,string,uint256,bytes32)';
  const topics = [topicOf(signature), word(1n), word(to)];
  const [account, txid] = [Buffer.alloc(64), Buffer.alloc(64)];
  const lengths = [account.write(paid.address), txid.write(paid.txid)].map(BigInt);
  const heads = words(paid.value, 160n, 256n, 0n, 0n);
  const tails = [account, txid].flatMap((text, i) => [word(lengths[i] ?? 0n), text]);
  return { address: wbtcFactory, topics, data: Buffer.concat([heads, ...tails]) };
}

describeWithDatabase('Crossings between chains', (databases) => {
  test('are stated by known bridges, agreed where both legs name each other, exact where who got the bitcoin paid, and end a trace', async () => {
    const db = await databases.empty();
    const chain = createChain({ seed: 5, network: 'mainnet', maxTxs: 2 });
    chain.extend(110);
    const [coin, otherCoin] = chain.coins;
    if (!coin || !otherCoin) throw new Error('Nothing to spend');
    const memo = opReturn(new TextEncoder().encode(`=:ETH.ETH:${textOf(receiver)}:0`));
    // To the key of the vault (P2WPKH).
    const keyHash = hash160(nativeHashing, secp256k1.getPublicKey(vaultKey, true));
    const script = Uint8Array.of(0, 20, ...keyHash);
    const payerScript = randomScript('p2wpkh', createRandom(3));
    const funding = chain.spend([coin], [{ value: coin.value - 1000n, script: payerScript }]);
    const asking = chain.spend(
      [{ txid: funding.txid, vout: 0, value: coin.value - 1000n }],
      [
        { value: coin.value - 10_000n, script },
        { value: 0n, script: memo },
      ],
    );
    // Here the key of the payer gets the change, and not what was sent.
    const change = chain.spend(
      [otherCoin],
      [
        { value: 20_000n, script: randomScript('p2wpkh', createRandom(1)) },
        { value: otherCoin.value - 30_000n, script },
        { value: 0n, script: memo },
      ],
    );
    chain.mine([funding, asking, change]);
    const inbound = toDisplayHash(asking.txid);
    expect(new TextDecoder().decode(Buffer.concat(opReturnData(memo)))).toContain('=:ETH.ETH:');
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);

    const sent = { ...call, to: router, value: ether };
    const fromVault = { ...sent, from: vault, privateKey: vaultKey };
    // The router passes the ether on.
    const paid = { frames: [{ path: [0], from: router, to: receiver, value: ether, failed: false }] };
    const dollars = 5_000_000n;
    const blocks = bundlesOf([
      [],
      [{ from: victim, to: thief, value: 2n * ether, chainId: 1n, nonce: 0n }],
      // For the Bitcoin transaction, for it to somebody else, and for one that is not in the ledger.
      [
        { ...fromVault, nonce: 0n, ...paid, logs: [payout(receiver, ether, { vault, inbound })] },
        { ...fromVault, nonce: 1n, logs: [payout(thief, ether, { vault, inbound })] },
        { ...fromVault, nonce: 2n, logs: [payout(receiver, ether, { vault, inbound: 'ab'.repeat(32) })] },
        // By who did not get the bitcoin, through another contract, twice without the signature of the sender, and by who got
        // change.
        {
          ...sent,
          from: other,
          privateKey: otherKey,
          nonce: 0n,
          logs: [payout(receiver, ether, { vault, inbound })],
        },
        { ...fromVault, to: minter, nonce: 3n, ...paid, logs: [payout(receiver, ether, { vault, inbound })] },
        { ...sent, from: vault, nonce: 4n, ...paid, logs: [payout(receiver, ether, { vault, inbound })] },
        {
          ...fromVault,
          from: thief,
          nonce: 5n,
          ...paid,
          logs: [payout(receiver, ether, { vault, inbound })],
        },
        {
          ...fromVault,
          nonce: 6n,
          logs: [payout(receiver, ether, { vault, inbound: toDisplayHash(change.txid) })],
        },
      ],
      [{ ...call, from: victim, to: usdc, nonce: 1n, logs: [erc20(usdc, victim, thief, dollars)] }],
      [
        {
          ...call,
          from: thief,
          to: messenger,
          nonce: 0n,
          logs: [
            erc20(usdc, thief, minter, dollars),
            erc20(usdc, minter, nobody, dollars),
            burn(dollars, receiver),
          ],
        },
      ],
    ]);
    // The thief names an own account as the vault.
    const last = blocks.at(-1)?.block;
    blocks.push(
      makeBundle({
        height: blocks.length,
        parentHash: last?.hash ?? nobody,
        txs: [{ ...sent, from: thief, nonce: 7n, logs: [deposit(receiver, ether)] }],
        withdrawals: [],
        baseFee: 10n ** 9n,
      }),
    );
    const rich = new Map([victim, thief, vault, other].map((key) => [toHex(key), 100n * ether]));
    await createEthereumLedger({ db }).append({ chainId: 1n, network: 'mainnet' }, blocks, {
      balances: rich,
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const read = async (height: number, index: number) => {
      const hash = hex(blocks[height]?.block.transactions[index]?.hash ?? nobody);
      const { data } = await api.as(ada, endpoints.getTransaction, { params: { hash } });
      if (data.blockchain !== 'ethereum') throw new Error('Not on Ethereum');
      return data.crossings;
    };
    expect(await read(2, 0)).toEqual([
      {
        protocol: 'THORChain',
        direction: 'in',
        contract: textOf(router),
        log_index: 0,
        chain: { id: null, name: 'Bitcoin' },
        account: null,
        recipient: textOf(receiver),
        transaction: inbound,
        paid_in: null,
        asset: expect.objectContaining({ type: 'ether' }) as unknown,
        amt: String(ether),
        proof: 'exact',
      },
    ]);
    for (const index of [3, 4, 5, 6, 7]) expect((await read(2, index))[0]).toMatchObject({ proof: 'agreed' });
    const { data: leg } = await api.as(ada, endpoints.getTransaction, { params: { hash: inbound } });
    if (leg.blockchain !== 'bitcoin') throw new Error('Not on Bitcoin');
    expect(leg.outputs.map((output) => output.op_return?.thorchain ?? null)).toEqual([
      null,
      { kind: 'swap', chain: { id: 1, name: 'Ethereum' }, asset: 'ETH.ETH', account: textOf(receiver) },
    ]);
    const { data: around } = await api.as(ada, endpoints.getTransactionContext, {
      params: { hash: inbound },
    });
    if (around.blockchain !== 'bitcoin') throw new Error('Not on Bitcoin');
    expect(around.deposits.map(({ proof }) => proof)).toEqual(['exact', ...Array(4).fill('agreed')]);
    expect(around.deposits[0]).toEqual({
      output: 0,
      protocol: 'THORChain',
      transaction: hex(blocks[2]?.block.transactions[0]?.hash ?? nobody),
      recipient: textOf(receiver),
      asset: expect.objectContaining({ type: 'ether' }) as unknown,
      amt: String(ether),
      proof: 'exact',
    });
    // Backward from the recipient, only the exact one leads to Bitcoin: others could have been made up.
    const back = await api.answer(ada, endpoints.autoTrace, {
      body: { starts: [{ address: textOf(receiver) }], direction: 'backward', minShare: 0 },
    });
    const hops = back.body
      .trimEnd()
      .split('\n')
      .map((line): AutoTraceLine => autoTraceLine.parse(JSON.parse(line)))
      .flatMap((line) => (line.line === 'hops' ? line.hops : []));
    expect(hops.map(({ kind, record }) => [kind, record?.gave.transaction, record?.crossing?.proof])).toEqual(
      [['crossing', inbound, 'exact']],
    );
    // Lists of counterparties name who is on the other side.
    const throughOf = (addr: string, direction: 'in' | 'out', asset?: string) =>
      readThrough(api, ada, { addr, direction, asset });
    const payer = leg.inputs[0]?.addr ?? '';
    const ofVault = leg.outputs[0]?.addr ?? '';
    const payoutHash = hex(blocks[2]?.block.transactions[0]?.hash ?? nobody);
    const crossed = { protocol: 'THORChain', account_count: 1, proof: 'exact' };
    const onEthereum = { blockchain: 'ethereum', accounts: [textOf(receiver)], transaction: payoutHash };
    const ofPayer = { ...crossed, ...onEthereum, of: ofVault, txid: inbound };
    expect(await throughOf(payer, 'out')).toEqual([ofPayer]);
    expect(await throughOf(payer, 'in')).toEqual([]);
    const onBitcoin = { blockchain: 'bitcoin', accounts: [payer], transaction: inbound };
    const ofReceiver = { ...crossed, ...onBitcoin, of: textOf(router), txid: payoutHash };
    expect(await throughOf(textOf(receiver), 'in')).toEqual([ofReceiver]);
    // Not of another asset, and not of others that the same deposit is named by.
    expect(await throughOf(textOf(receiver), 'in', textOf(usdc))).toEqual([]);
    expect(await throughOf(textOf(thief), 'in')).toEqual([]);
    expect((await read(2, 1))[0]).toMatchObject({
      chain: null,
      recipient: textOf(thief),
      proof: 'claimed',
    });
    expect((await read(2, 2))[0]).toMatchObject({ transaction: 'ab'.repeat(32), proof: 'claimed' });
    expect((await read(4, 0))[0]).toMatchObject({
      protocol: 'CCTP',
      direction: 'out',
      chain: { id: 8453, name: 'Base' },
      account: textOf(receiver),
      amt: String(dollars),
      proof: 'stated',
    });
    expect(await read(1, 0)).toEqual([]);
    expect((await read(5, 0))[0]).toMatchObject({
      direction: 'out',
      chain: { name: 'Bitcoin' },
      proof: 'claimed',
    });

    const stopsOf = async (asset: string) => {
      const answer = await api.answer(ada, endpoints.autoTrace, {
        body: { starts: [{ address: textOf(thief) }], asset, minShare: 0 },
      });
      return answer.body
        .trimEnd()
        .split('\n')
        .map((line): AutoTraceLine => autoTraceLine.parse(JSON.parse(line)))
        .flatMap((line) => (line.line === 'stops' ? line.stops : []));
    };
    const ofEther = await stopsOf('ether');
    expect(ofEther.some(({ node }) => node === `ethereum:${textOf(router)}`)).toBe(true);
    expect(ofEther.filter(({ reason }) => reason === 'bridge')).toEqual([]);
    const stops = await stopsOf(textOf(usdc));
    expect(stops).toEqual([
      expect.objectContaining({
        reason: 'bridge',
        amount: String(dollars),
        node: `ethereum:${textOf(minter)}`,
        crossing: { protocol: 'CCTP', chain: { id: 8453, name: 'Base' }, account: textOf(receiver) },
      }),
    ]);
  });

  test('of tBTC and WBTC are exact where the Bitcoin transaction that they name pays what they state', async () => {
    const db = await databases.empty();
    const chain = createChain({ seed: 6, network: 'mainnet', maxTxs: 2 });
    chain.extend(110);
    const [coin] = chain.coins;
    if (!coin) throw new Error('Nothing to spend');
    const custodian = Uint8Array.of(0, 20, ...addressOf(57));
    const [first, second] = [250_000n, coin.value - 260_000n];
    const script = randomScript('p2wsh', createRandom(2));
    const paying = chain.spend(
      [coin],
      [
        { value: first, script },
        { value: second, script: custodian },
      ],
    );
    chain.mine([paying]);
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    const txid = toDisplayHash(paying.txid);
    const address = encodeAddress(addressKeyOfScript(custodian) ?? nobody, networks.mainnet);
    const elsewhere = encodeAddress(Uint8Array.of(0x10, ...addressOf(58)), networks.mainnet);

    const logs = [
      revealed(receiver, { txid: paying.txid, output: 0n, value: first }),
      // No such output, another value, and a transaction that is not in the ledger.
      revealed(receiver, { txid: paying.txid, output: 2n, value: first }),
      revealed(receiver, { txid: paying.txid, output: 0n, value: second }),
      revealed(receiver, { txid: new Uint8Array(32).fill(9), output: 0n, value: first }),
      minted(receiver, { txid, address, value: second }),
      minted(receiver, { txid, address, value: second - 1n }),
      minted(receiver, { txid, address: elsewhere, value: second }),
      minted(receiver, { txid, address: 'notAnAddressOfBitcoin', value: second }),
    ];
    const blocks = bundlesOf([[], [{ ...call, from: thief, to: minter, nonce: 0n, logs }]]);
    await createEthereumLedger({ db }).append({ chainId: 1n, network: 'mainnet' }, blocks, {
      balances: new Map([[toHex(thief), ether]]),
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const hash = hex(blocks[1]?.block.transactions[0]?.hash ?? nobody);
    const { data } = await api.as(ada, endpoints.getTransaction, { params: { hash } });
    if (data.blockchain !== 'ethereum') throw new Error('Not on Ethereum');
    expect(data.crossings.map(({ protocol, proof }) => `${protocol} ${proof}`)).toEqual([
      'tBTC exact',
      'tBTC stated',
      'tBTC stated',
      'tBTC stated',
      'WBTC exact',
      'WBTC agreed',
      'WBTC stated',
      'WBTC stated',
    ]);
    const { data: around } = await api.as(ada, endpoints.getTransactionContext, { params: { hash: txid } });
    if (around.blockchain !== 'bitcoin') throw new Error('Not on Bitcoin');
    expect(around.deposits.map(({ protocol, proof, output }) => `${protocol} ${proof} ${output}`)).toEqual([
      'tBTC exact 0',
      'WBTC exact 1',
      'WBTC agreed 1',
    ]);
    expect(data.crossings[4]).toMatchObject({
      direction: 'in',
      chain: { name: 'Bitcoin' },
      account: address,
      recipient: textOf(receiver),
      transaction: txid,
      amt: String(second),
    });
  });

  test('on other networks than mainnet, contracts at the same addresses state nothing', async () => {
    const db = await databases.empty();
    const blocks = bundlesOf([
      [],
      [
        {
          ...call,
          chainId: 1337n,
          from: vault,
          to: router,
          value: ether,
          logs: [payout(receiver, ether, { vault, inbound: 'ab'.repeat(32) })],
        },
      ],
    ]);
    await createEthereumLedger({ db }).append({ chainId: 1337n, network: 'demo' }, blocks, {
      balances: new Map([[toHex(vault), 100n * ether]]),
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const hash = hex(blocks[1]?.block.transactions[0]?.hash ?? nobody);
    const { data } = await api.as(ada, endpoints.getTransaction, { params: { hash } });
    expect(data).toMatchObject({ blockchain: 'ethereum', crossings: [] });
  });
});
