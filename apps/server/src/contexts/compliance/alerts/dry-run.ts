import { fromHex } from '@hopscope/chain';
import {
  type AlertRuleInput,
  type CallOutput,
  type alertEndpoints,
  alertLimits,
  asksIndirect,
  compareRule,
} from '@hopscope/contract';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { readParties } from '../transactions/screening-result.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import { messageOf } from './alerts.presenter.ts';
import { checkRule } from './check-rule.ts';
import { type StoredRow, readStoredIndirect, readScreened } from './screened.store.ts';
import { type ReadSubjects, txIdOf } from './subjects.ts';

type Answer = Omit<CallOutput<typeof alertEndpoints.dryRunAlertRule>, 'success'>;

/** Transactions per batch, between which other queries can run. */
const portion = 1_000;

/** Says what a rule would have raised, by the same comparison as the one that raises. */
export function createDryRun(options: {
  kysely: Kysely<Schema>;
  subjects: ReadSubjects;
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, subjects, network, now } = options;

  return async (
    { organizationId }: Member,
    given: AlertRuleInput,
    { page, limit }: { page: number; limit: number },
  ): Promise<Answer> => {
    const rule = checkRule(given, await network());
    const from = new Date(now() - alertLimits.dryRunDays * millisecondsOfDay);
    const asked = {
      organizationId,
      chain: rule.blockchain,
      from,
      limit: portion,
      ...(rule.targetType === 'address' && rule.withCluster !== true && { address: rule.target }),
      ...(rule.targetType === 'transaction' && {
        txid: fromHex(rule.target.toLowerCase().replace(/^0x/, '')),
      }),
    };
    const data: Answer['data'] = [];
    const [first, end] = [(page - 1) * limit, page * limit];
    let [total, notKnown] = [0, 0];
    let after: StoredRow | undefined;
    do {
      const rows: StoredRow[] = await readScreened(kysely, { ...asked, after });
      const incoming = asksIndirect(rule) ? rows.filter(({ direction }) => direction === 'in') : [];
      const indirect = await readStoredIndirect(
        kysely,
        incoming.map(({ id }) => id),
      );
      const screened = rows.map((row) => ({
        row,
        parties: row.counterparties === null ? null : readParties(row.counterparties),
        indirect: indirect.get(row.id) ?? null,
      }));
      const seen = await subjects(kysely, screened, [rule]);
      for (const [place, row] of rows.entries()) {
        const subject = seen[place];
        const verdict = subject ? compareRule(rule, subject) : 'silent';
        if (verdict === 'unknown') notKnown += 1;
        if (!subject || verdict !== 'raises') continue;
        if (total >= first && total < end) {
          data.push({
            transactionId: row.id,
            txId: txIdOf(row),
            blockchain: row.chain,
            message: messageOf(subject),
            timestamp: row.happened_at.toISOString(),
            withdrawn: row.presence === 'withdrawn',
          });
        }
        total += 1;
      }
      after = rows.length === portion ? rows.at(-1) : undefined;
    } while (after);
    return { data, from: from.toISOString(), notKnown, total, page, limit };
  };
}
