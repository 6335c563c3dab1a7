import type { ComplianceTransaction } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { DirectoryModule } from '../contexts/directory/records/create-directory.ts';
import { addressText } from '../contexts/directory/records/address-text.ts';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { DatedAttribution } from '../sources/sources.ts';

/** Addresses that the team attributes. */
const most = 4;
const confidence = 90;

interface Discovery {
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly entity: string;
}

/**
 * Returns attributions of unknown counterparties that the demo's directory has only later, largest number of transactions
 * first. `time` in seconds since 1970.
 */
export function discoveriesIn(
  transactions: readonly Pick<ComplianceTransaction, 'blockchain' | 'counterparties'>[],
  attributions: readonly DatedAttribution[],
  time: number,
): Discovery[] {
  const later = new Map(
    attributions
      .filter(({ due }) => due > time)
      .map(({ blockchain, key, entity }) => [
        `${blockchain} ${addressText(blockchain, key, 'demo')}`,
        entity,
      ]),
  );
  const counts = new Map<string, Discovery & { count: number }>();
  for (const { blockchain, counterparties } of transactions) {
    for (const { address, entityId } of counterparties) {
      const name = `${blockchain} ${address}`;
      const entity = entityId === null ? later.get(name) : undefined;
      if (entity === undefined) continue;
      counts.set(name, { blockchain, address, entity, count: (counts.get(name)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count || (a.address < b.address ? -1 : 1))
    .slice(0, most)
    .map(({ blockchain, address, entity }) => ({ blockchain, address, entity }));
}

/**
 * Adds attributions that an editor of the team found out to the directory, and approves them as a second editor: past
 * transactions are screened again. Of several, the last one is left to whoever tries the demo.
 */
export async function addDiscoveries(
  { author, approver }: { author: ByMember; approver: ByMember },
  discoveries: readonly Discovery[],
  { changes }: Pick<DirectoryModule, 'changes'>,
): Promise<void> {
  for (const [i, { blockchain, address, entity }] of discoveries.entries()) {
    const { id, state } = await changes.attribute(editorOf(author), entity, {
      action: 'add',
      blockchain,
      address,
      kind: 'direct',
      confidence,
      ref: 'https://demo.example/reports/counterparties',
      reason: 'Named by a customer; paid from the same wallet as known addresses (demo).',
    });
    const isLeft = i > 0 && i === discoveries.length - 1;
    if (state === 'pending' && !isLeft)
      await changes.approve(editorOf(approver), id, 'Checked against the statement of the customer (demo).');
  }
}

function editorOf({ actor, member, origin }: ByMember) {
  return { actor, origin, viewer: { userId: member.userId, canSeeRestricted: false, editor: true } };
}
