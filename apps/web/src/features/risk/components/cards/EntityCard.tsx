import { chainOf, chains, createCountryNames } from '@hopscope/domain';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { useAddressName } from '../../../../lib/directory/use-address-name.ts';
import { numberedValues, tagText } from '../../../../lib/text/entity-labels.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { AttributionMark } from '../../../../shared/entity/AttributionMark.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { HiddenEntity } from '../../../../shared/entity/EntityName.tsx';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useCluster } from '../../api/address.ts';
import { briefOf } from '../../../../shared/entity/brief-of.ts';
import { levelOfSeverity } from '../../model/exposures.ts';
import { nearestName } from '../../model/nearest-name.ts';
import { riskTexts } from '../../model/texts.ts';
import { HopMark } from '../../../../shared/risk/HopMark.tsx';
import { EntityTab, NewTab } from '../links.tsx';

const title = 'Entity Details';

function Nearest({ address }: { address: string }) {
  const { counted } = useFormats();
  const { data } = useRiskScore(address);
  const near = data && nearestName(data);
  if (!near) return <Text tone={2}>None within the traced hops</Text>;
  return (
    <Row gap={8} wrap>
      <NewTab href={`/home/blockham?entity=${encodeURIComponent(near.id)}`}>{near.name}</NewTab>
      <HopMark hops={near.hops} level={levelOfSeverity(near.severity, data.basis.profile.levels)} />
      <Text tone={3} size={12}>
        {counted(near.hops, 'hop')} {near.direction === 'backward' ? 'upstream' : 'downstream'}
      </Text>
    </Row>
  );
}

function useClusterText(address: string): string | undefined {
  const { counted } = useFormats();
  const { data, error } = useCluster(address);
  if (!chains[chainOf(address)].hasClusters) return undefined;
  if (!data) return error ? 'Failed to load' : '…';
  if (data.size === null) return 'Not available yet';
  return data.size === 1
    ? 'None: never spent together with another address'
    : `${counted(data.size, 'address', 'addresses')}, co-spend`;
}

/** Owner of the address with the source of the attribution. */
export function EntityCard({ address }: { address: string }) {
  const { date } = useFormats();
  const { data, error, refetch } = useAddressName(address);
  const cluster = useClusterText(address);
  const clusterFact: Fact[] = cluster === undefined ? [] : [['Cluster', cluster]];
  if (data === undefined) {
    return (
      <Card title={title}>
        {error ? (
          <LoadFailure title="Failed to fetch entity data" error={error} onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={5} kind="facts" />
        )}
      </Card>
    );
  }
  if (data === null || data.attribution.hidden) {
    return (
      <Card title={title} padded>
        <Stack gap={12}>
          {data === null ? <Text tone={2}>{riskTexts.noEntity}</Text> : <HiddenEntity />}
          <DescriptionList
            facts={[...clusterFact, ['Nearest named entity', <Nearest key="near" address={address} />]]}
          />
        </Stack>
      </Card>
    );
  }
  const { attribution } = data;
  const entity = briefOf(data);
  const countryName = createCountryNames();
  const countries = entity ? numberedValues(entity, 'associate_country').map(countryName) : [];
  const tags = entity ? numberedValues(entity, 'entity_tag') : [];
  const facts: Fact[] = [
    ['Entity', entity ? <EntityTab key="entity" entity={entity} /> : 'Conflicting sources'],
    ['Type', attribution.entity_type === null ? 'Unknown' : tagText(attribution.entity_type)],
    ...(attribution.label === null ? [] : ([['Label', attribution.label]] as Fact[])),
    ['Beneficial owner', attribution.bo ?? 'Unknown'],
    ['Custodian', attribution.custodian ?? 'Unknown'],
    ['Countries', countries.length === 0 ? 'Unknown' : countries.join(', ')],
    ...(tags.length === 0
      ? []
      : ([
          [
            'Tags',
            <Row key="tags" wrap gap={6}>
              {tags.map((tag) => (
                <Tag key={tag}>{tagText(tag)}</Tag>
              ))}
            </Row>,
          ],
        ] as Fact[])),
    [
      'Source',
      <Row key="known" wrap gap={6}>
        <AttributionMark kind={attribution.kind} confidence={attribution.confidence} />
        <Text tone={3} size={12}>
          {attribution.sourceName ?? 'through the co-spend cluster'}
          {attribution.retrieved !== null && `, ${date(attribution.retrieved)}`}
        </Text>
      </Row>,
    ],
    ...clusterFact,
  ];
  return (
    <Card
      title={title}
      padded
      {...(entity && {
        extra: (
          <NewTab href={`/home/blockham?entity=${encodeURIComponent(entity.entity_id)}`}>
            View Full Profile
          </NewTab>
        ),
      })}
    >
      <DescriptionList facts={facts} />
    </Card>
  );
}
