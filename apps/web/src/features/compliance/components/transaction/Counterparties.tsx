import type { ComplianceTransaction } from '@hopscope/contract';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { NewTab } from '../links.tsx';

/** The first counterparty by name, otherwise by address, and the number of others. */
export function Counterparties({ transaction }: { transaction: ComplianceTransaction }) {
  const { counterparties, counterpartiesInAll } = transaction;
  const [first] = counterparties;
  if (!first) return <Text tone={3}>N/A</Text>;
  const more = (counterpartiesInAll ?? counterparties.length) - 1;
  return (
    <Text nowrap>
      {first.name !== null && first.entityId !== null ? (
        <NewTab href={`/home/blockham?entity=${encodeURIComponent(first.entityId)}`}>{first.name}</NewTab>
      ) : (
        <Hash value={first.address} what="address" plain />
      )}
      {more > 0 && (
        <Text tone={3} size={12} title={`${more} more`}>
          {' '}
          +{more}
        </Text>
      )}
    </Text>
  );
}
