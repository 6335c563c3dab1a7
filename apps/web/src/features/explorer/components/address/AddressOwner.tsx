import type { Attribution } from '@hopscope/contract';
import { dayName } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useAddressName } from '../../../../lib/directory/use-address-name.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { AttributionMark } from '../../../../shared/entity/AttributionMark.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EntityName, HiddenEntity } from '../../../../shared/entity/EntityName.tsx';
import { EntityTypeTag } from '../../../../shared/entity/EntityTypeTag.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { briefOf } from '../../../../shared/entity/brief-of.ts';

/** Source of an attribution and its validity. */
function Origin({ attribution }: { attribution: Attribution }) {
  const { date } = useFormats();
  const { kind, label, bo, custodian, sourceName, retrieved, license, validFrom, validTo } = attribution;
  const words = [
    label,
    bo === null ? undefined : `beneficial owner ${bo}`,
    custodian === null ? undefined : `custodian ${custodian}`,
    sourceName === null
      ? kind === 'inherited'
        ? 'through its co-spend cluster'
        : undefined
      : `Source: ${sourceName}${retrieved === null ? '' : `, retrieved ${date(retrieved)}`}${license === null ? '' : `, license ${license}`}`,
    validFrom === null ? undefined : `since ${dayName(validFrom)}`,
    validTo === null ? undefined : `until ${dayName(validTo)}`,
  ];
  return (
    <Text tone={2} size={12}>
      {words.filter(Boolean).join(' · ')}
    </Text>
  );
}

function Conflicts({ conflicts }: Pick<Attribution, 'conflicts'>) {
  const { counted } = useFormats();
  if (conflicts.length === 0) return null;
  return (
    <Row wrap gap={6}>
      <TriangleAlert size={14} strokeWidth={1.8} color="var(--warning)" aria-hidden="true" />
      <Text tone={2} size={13}>
        Conflicting attributions:
      </Text>
      {conflicts.map(({ entity_id, proper_name, source, addresses }) => (
        <span key={`${entity_id} ${source}`}>
          <Link to="/home/blockham" search={{ entity: entity_id }}>
            {proper_name}
          </Link>{' '}
          <Text tone={3} size={12}>
            {source ?? (addresses === null ? '' : counted(addresses, 'address', 'addresses'))}
          </Text>
        </span>
      ))}
    </Row>
  );
}

function Owner({ address }: { address: string }) {
  const { data, error, refetch } = useAddressName(address);
  if (data === undefined) {
    if (!error) return <Skeleton width={220} height={20} />;
    return (
      <Text tone={2} size={13}>
        Failed to load the owner: {toApiError(error).message}{' '}
        <TextButton onClick={() => void refetch()}>Retry</TextButton>
      </Text>
    );
  }
  if (data === null) {
    return (
      <Text tone={2} size={13}>
        <Text unknown title="No directory source attributes this address or its cluster.">
          Owner unknown
        </Text>
      </Text>
    );
  }
  const { attribution } = data;
  const entity = briefOf(data);
  if (attribution.hidden) return <HiddenEntity />;
  return (
    <Stack gap={4}>
      <Row wrap gap={8}>
        {entity ? <EntityName entity={entity} /> : <Text unknown>Conflicting sources</Text>}
        {entity && <EntityTypeTag type={attribution.entity_type} kind={entity.fallback_logo} />}
        <AttributionMark kind={attribution.kind} confidence={attribution.confidence} />
      </Row>
      <Origin attribution={attribution} />
      <Conflicts conflicts={attribution.conflicts} />
    </Stack>
  );
}

/** Owner of an address with the source of the attribution; `cluster` is shown next to it. */
export function AddressOwner({ address, cluster }: { address: string; cluster?: ReactNode }) {
  return (
    <Card title="Owner" padded>
      <Row wrap spread gap={12}>
        <Owner address={address} />
        {cluster}
      </Row>
    </Card>
  );
}
