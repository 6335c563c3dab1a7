import { randomBytes, randomUUID } from 'node:crypto';
import { scriptOfAddressKey } from '@hopscope/chain';
import { travelLimits, type WalletProof } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../../db/schema.ts';
import type { NetworkName } from '../../../../ledger/bitcoin/ledger.ts';
import { conflict, notFound } from '../../../../lib/app-error.ts';
import { identifiers, parseEthereumAccount } from '../../../../lib/identifiers.ts';
import { isUuid } from '../../../../lib/uuid.ts';
import type { Sources } from '../../../../sources/sources.ts';
import type { Audit } from '../../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../../identity/organizations/membership.service.ts';
import { wrongField } from '../prepare-transfer.ts';
import { travelRecord } from '../travel-record.ts';
import { presentProof } from '../travel-rule.presenter.ts';
import { findProof, insertProof, type ProofRow, proveProof, readProofs } from '../travel-rule.store.ts';
import { type SignatureResult, verifyBitcoinMessage } from './bitcoin-message.ts';
import { verifyEthereumMessage } from './ethereum-message.ts';

const hour = 3_600_000;

/** What the owner of a wallet signs: one line, since some wallets show no more, bound to the wallet and to this request. */
const messageOf = (organization: string, address: string, at: Date): string =>
  `I control ${address}. Confirmed for ${organization} on ${at.toISOString().slice(0, 10)}, request ${randomBytes(12).toString('hex')}`;

/** Proofs that somebody controls a self-hosted wallet, by a signed message. */
export function createWalletProofs(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  callContract: Sources['ethereum']['callContract'];
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, audit, callContract, network, now } = options;

  const verifiers: Readonly<
    Record<
      Blockchain,
      (row: ProofRow, signature: string) => Promise<SignatureResult<NonNullable<ProofRow['method']>>>
    >
  > = {
    async bitcoin({ address, message }, signature) {
      const { key } = identifiers.bitcoin.address(address, await network());
      return verifyBitcoinMessage(scriptOfAddressKey(key), message, signature);
    },
    ethereum: ({ address, message }, signature) =>
      verifyEthereumMessage(parseEthereumAccount(address).bytes, message, signature, callContract),
  };

  return {
    async list({ organizationId }: Member, page: { page: number; limit: number }) {
      const { rows, total } = await readProofs(kysely, organizationId, page);
      return { data: rows.map((row) => presentProof(row, now())), total, ...page };
    },

    /** Throws 400 if it is not an address of the chain. */
    async create(
      by: ByMember,
      given: { blockchain: Blockchain; address: string; clientId?: string | undefined },
    ): Promise<WalletProof> {
      const { organizationId, organizationName, userId } = by.member;
      const at = new Date(now());
      const address = identifiers[given.blockchain].address(given.address, await network()).text;
      const row: ProofRow = {
        id: randomUUID(),
        organization_id: organizationId,
        blockchain: given.blockchain,
        address,
        client_id: given.clientId ?? null,
        message: messageOf(organizationName, address, at),
        method: null,
        signature: null,
        created_by: userId,
        created_at: at,
        expires_at: new Date(at.getTime() + travelLimits.proofHours * hour),
        proven_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        await insertProof(trx, row);
        await audit.record(trx, {
          ...travelRecord(by, 'wallet_proof.created', row.id, 'wallet_proof'),
          after: { blockchain: row.blockchain, address },
        });
        return presentProof(row, now());
      });
    },

    /** Throws 400 with the reason if the signature proves nothing; 409 if the proof is over. */
    async prove(by: ByMember, id: string, signature: string): Promise<WalletProof> {
      const row = isUuid(id) ? await findProof(kysely, by.member.organizationId, id) : undefined;
      if (!row) throw notFound('Proof not found');
      if (row.proven_at) throw conflict('The wallet is already proven');
      if (row.expires_at.getTime() <= now()) throw conflict('The message is too old. Create a new one.');
      const result = await verifiers[row.blockchain](row, signature);
      if ('refused' in result) throw wrongField('signature', result.refused);
      return kysely.transaction().execute(async (trx) => {
        const proven = await proveProof(trx, id, { method: result.proven, signature, at: new Date(now()) });
        if (!proven) throw conflict('The wallet is already proven');
        await audit.record(trx, {
          ...travelRecord(by, 'wallet_proof.proven', id, 'wallet_proof'),
          after: { blockchain: row.blockchain, address: row.address, method: result.proven },
        });
        return presentProof(proven, now());
      });
    },
  };
}
