import type { ReactNode } from 'react';
import { useAddressName } from '../../../lib/directory/use-address-name.ts';
import { AttributionMark } from '../../../shared/entity/AttributionMark.tsx';
import { briefOf } from '../../../shared/entity/brief-of.ts';
import { EntityName, HiddenEntity } from '../../../shared/entity/EntityName.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';

/** An address, preceded by the name that the directory has for it. */
export function NamedHash({ address, children }: { address: string; children: ReactNode }) {
  const { data } = useAddressName(address);
  const entity = data ? briefOf(data) : undefined;
  if (!data || (!entity && !data.attribution.hidden)) return children;
  return (
    <Row wrap gap={6}>
      {data.attribution.hidden || !entity ? <HiddenEntity /> : <EntityName entity={entity} />}
      <AttributionMark kind={data.attribution.kind} small />
      {entity?.ofac === true && (
        <Tag tone="red" title="Owner is on the OFAC sanctions list">
          OFAC
        </Tag>
      )}
      {children}
    </Row>
  );
}
