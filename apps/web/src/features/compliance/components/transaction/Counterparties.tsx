import type { ComplianceTransaction } from '@hopscope/contract';
import { useAddressName } from '../../../../lib/directory/use-address-name.ts';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { EntityLogo } from '../../../../shared/entity/EntityLogo.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { NewTab } from '../links.tsx';

type Counterparty = ComplianceTransaction['counterparties'][number];

/** Logo and name of a known counterparty. */
function Named({ address, entityId, name }: Counterparty & { entityId: string; name: string }) {
  const entity = useAddressName(address).data?.entity;
  return (
    <Row gap={6}>
      {entity && <EntityLogo entity={entity} />}
      <NewTab href={`/home/blockham?entity=${encodeURIComponent(entityId)}`}>{name}</NewTab>
    </Row>
  );
}

/** The first counterparty by name, otherwise by address, and the number of others. */
export function Counterparties({
  transaction: { counterparties, counterpartiesInAll },
}: {
  transaction: Pick<ComplianceTransaction, 'counterparties' | 'counterpartiesInAll'>;
}) {
  const [first] = counterparties;
  if (!first) return <Text tone={3}>N/A</Text>;
  const { name, entityId } = first;
  const more = (counterpartiesInAll ?? counterparties.length) - 1;
  return (
    <Row gap={6}>
      {name !== null && entityId !== null ? (
        <Named {...first} name={name} entityId={entityId} />
      ) : (
        <Hash value={first.address} what="address" plain />
      )}
      {more > 0 && (
        <Text tone={3} size={12} title={`${more} more`}>
          +{more}
        </Text>
      )}
    </Row>
  );
}
