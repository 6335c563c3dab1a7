import { createCountryNames } from '@hopscope/domain';
import { quickViewDescriptionLength } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useEntities } from '../../lib/directory/use-entities.ts';
import { type EntityBrief, numberedValues, tagText } from '../../lib/text/entity-labels.ts';
import { EntityLogo } from './EntityLogo.tsx';
import { EntityTypeTag } from './EntityTypeTag.tsx';
import { Row } from '../../ui/layout/Row.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { Text } from '../../ui/text/Text.tsx';

function cut(text: string): string {
  if (text.length <= quickViewDescriptionLength) return text;
  return `${text.slice(0, quickViewDescriptionLength).trimEnd()}…`;
}

/** Quick view of an entity: its list entry in the directory. */
export function EntityQuickView({ entity }: { entity: EntityBrief }) {
  const known = entity.version !== undefined;
  const list = useEntities({ enabled: !known });
  const full = known ? entity : list.data?.find(({ entity_id }) => entity_id === entity.entity_id);
  const shown = { ...entity, ...full };
  const tags = numberedValues(shown, 'entity_tag');
  const countryName = createCountryNames();
  const countries = numberedValues(shown, 'associate_country').map(countryName);
  return (
    <Stack gap={8}>
      <Row gap={12}>
        <EntityLogo entity={shown} size="middle" />
        <Row wrap gap={6}>
          <b>{shown.proper_name}</b>
          <EntityTypeTag type={shown.entity_type} kind={shown.fallback_logo} />
          {shown.ofac === true && <Tag tone="red">OFAC</Tag>}
          {shown.dead === true && <Tag tone="gray">Closed</Tag>}
        </Row>
      </Row>
      {tags.length > 0 && (
        <Row wrap gap={6}>
          {tags.map((tag) => (
            <Tag key={tag}>{tagText(tag)}</Tag>
          ))}
        </Row>
      )}
      {countries.length > 0 && (
        <Text tone={2} size={13}>
          {countries.join(', ')}
        </Text>
      )}
      <Text tone={2} size={13}>
        {shown.description_merged ? (
          cut(shown.description_merged)
        ) : full === undefined && list.isLoading ? (
          'Loading...'
        ) : (
          <Text tone={3}>No description</Text>
        )}
      </Text>
      <Link to="/home/blockham" search={{ entity: entity.entity_id }}>
        View Full Profile
      </Link>
    </Stack>
  );
}
