import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { endpoints, type WalletProof } from '@hopscope/contract';
import { fromHex, toHex } from '@hopscope/chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  personalHash,
  verifyEthereumMessage,
} from '../../src/contexts/compliance/travel-rule/wallets/ethereum-message.ts';
import type { ContractAnswer } from '../../src/sources/sources.ts';
import { natural } from '../support/api/travel-people.ts';
import { createTravelParty } from '../support/api/travel-rule-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createAuthority } from '../support/servers/tls-front.ts';
import { type EthereumNode, startEthereumNode } from '../support/sources/ethereum-node.ts';

/** The first account of the test node, whose key is published (anvil, hardhat). */
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const key = fromHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const day = 86_400_000;

/** Signs a text as a wallet does (`personal_sign`), without the code under test. */
function signWith(privateKey: Uint8Array, message: string): string {
  const signature = secp256k1.sign(personalHash(message), privateKey, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${bytesToHex(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`;
}

let node: EthereumNode;
beforeAll(async () => {
  node = await startEthereumNode();
});
afterAll(() => node.stop());

const unconnected = async (): Promise<ContractAnswer> => ({ kind: 'unanswered' });
async function callNode(to: Uint8Array, data: Uint8Array): Promise<ContractAnswer> {
  try {
    const result = await node.call('eth_call', { to: `0x${toHex(to)}`, data: `0x${toHex(data)}` }, 'latest');
    return { kind: 'returned', bytes: fromHex(String(result).slice(2)) };
  } catch {
    return { kind: 'reverted' };
  }
}

/**
 * A contract wallet in EVM code that accepts any signature for one hash (EIP-1271): it compares the first argument of the call,
 * and returns the magic value, or zero.
 */
async function deployWallet(hash: Uint8Array): Promise<Uint8Array> {
  const returnWord = '60005260206000f3';
  // If the first argument is the hash, it goes on at 0x32.
  const code = `7f${toHex(hash)}600435146032576000${returnWord}5b7f1626ba7e${'0'.repeat(56)}${returnWord}`;
  const size = (code.length / 2).toString(16);
  const hashOfTransaction = await node.send({
    from: node.accounts[0] ?? '',
    data: `0x60${size}600c60003960${size}6000f3${code}`,
  });
  await node.mine();
  const receipt = (await node.call('eth_getTransactionReceipt', hashOfTransaction)) as {
    contractAddress: string;
  };
  return fromHex(receipt.contractAddress.slice(2).toLowerCase());
}

test('a message signed by the node itself belongs to its account, and to no other', async () => {
  const message = 'I control this wallet ✓';
  const signature = String(
    await node.call('personal_sign', `0x${Buffer.from(message).toString('hex')}`, account.toLowerCase()),
  );
  const own = fromHex(account.slice(2).toLowerCase());
  expect(signature).toBe(signWith(key, message));
  expect(await verifyEthereumMessage(own, message, signature, unconnected)).toEqual({ proven: 'EIP-191' });
  const refused = { refused: 'The signature does not belong to this address and message' };
  expect(await verifyEthereumMessage(own, `${message}.`, signature, unconnected)).toEqual(refused);
  expect(await verifyEthereumMessage(new Uint8Array(20), message, signature, callNode)).toEqual(refused);
  expect(await verifyEthereumMessage(own, message, signature.slice(0, -2), unconnected)).toEqual({
    refused: 'This is not a signature of a key, and no Ethereum node is connected to ask a contract',
  });
  expect(await verifyEthereumMessage(own, message, 'nothing', unconnected)).toHaveProperty('refused');
});

test('a contract decides about signatures of its own (EIP-1271)', async () => {
  const message = 'The shared wallet of two owners';
  const contract = await deployWallet(personalHash(message));
  const signature = `0x${'ab'.repeat(130)}`;
  expect(await verifyEthereumMessage(contract, message, signature, callNode)).toEqual({ proven: 'EIP-1271' });
  expect(await verifyEthereumMessage(contract, 'Another message', signature, callNode)).toHaveProperty(
    'refused',
  );
  expect(await verifyEthereumMessage(contract, message, signature, unconnected)).toHaveProperty('refused');
});

describeWithDatabase('Wallet proofs', (databases) => {
  test('a proven wallet opens transfers that need a proof; a proof is bound to wallet, chain, and time', async () => {
    const party = await createTravelParty(await databases.empty(), await createAuthority(), 'Proof Ltd', {
      institution: { proofCents: '0' },
    });
    const originator = [natural('Ona', 'Quick', { customerIdentification: '7' })];
    const send = (more: object) =>
      party.ask('POST', 'transfers', {
        blockchain: 'ethereum',
        amount: '1000',
        originator,
        beneficiary: originator,
        address: account.toLowerCase(),
        ...more,
      });
    // The value is unknown, so the rules apply in full.
    expect((await send({})).json()).toMatchObject({ code: 'conflict' });
    const requirement = await party.call(endpoints.getTravelRequirement, {
      query: { blockchain: 'ethereum', amount: '1000' },
    });
    expect(requirement.data).toMatchObject({ cents: null, information: true, proof: true });

    const create = async (): Promise<WalletProof> =>
      (
        await party.call(endpoints.createWalletProof, {
          body: { blockchain: 'ethereum', address: account.toLowerCase(), clientId: 'C-1' },
        })
      ).data;
    const proof = await create();
    expect(proof).toMatchObject({ address: account, state: 'waiting' });
    expect(proof.message).toContain(account);
    expect((await send({ proofId: proof._id })).json()).toMatchObject({
      errors: [{ field: 'proofId', message: 'The wallet has not been proven yet' }],
    });
    const prove = (id: string, signature: string) => party.ask('POST', `proofs/${id}/prove`, { signature });
    const other = await create();
    expect((await prove(proof._id, signWith(key, other.message))).json()).toMatchObject({
      errors: [{ field: 'signature' }],
    });
    expect((await prove(proof._id, signWith(key, proof.message))).json()).toMatchObject({
      data: { state: 'proven', method: 'EIP-191' },
    });
    expect((await prove(proof._id, signWith(key, proof.message))).statusCode).toBe(409);
    const [entry] = await party.api.rows<{ action: string }>(
      `select action from audit_log where action = 'wallet_proof.proven'`,
    );
    expect(entry).toBeDefined();

    const recorded = await send({ proofId: proof._id });
    expect(recorded.json()).toMatchObject({
      data: { state: 'recorded', wallet: 'self_hosted', address: account, proof: { method: 'EIP-191' } },
    });
    expect((await send({ proofId: proof._id, address: `0x${'8'.repeat(40)}` })).json()).toMatchObject({
      errors: [{ field: 'proofId', message: 'This proof does not belong to the wallet' }],
    });
    await party.advance(4 * day);
    expect((await prove(other._id, signWith(key, other.message))).json()).toMatchObject({
      message: 'The message is too old. Create a new one.',
    });
    const { data } = await party.call(endpoints.listWalletProofs, {});
    expect(data.map(({ state }) => state).toSorted()).toEqual(['expired', 'proven']);
  });
});
