import { numberedValues, tagText } from '../../../lib/text/entity-labels.ts';
import { EntityLogo } from '../../../shared/entity/EntityLogo.tsx';
import { EntityTypeTag } from '../../../shared/entity/EntityTypeTag.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import type { EntityMatch } from '../../../lib/directory/entity-search.ts';
import { matchText } from '../model/match-text.ts';

/** Maximum number of tags in a row. */
const tagsShown = 3;

/** A search result: the entity, and why it matches. */
export function EntityOption({ match }: { match: EntityMatch }) {
  const { entity } = match;
  const why = matchText(match);
  const tags = numberedValues(entity, 'entity_tag').slice(0, tagsShown);
  return (
    <Row gap={12}>
      <EntityLogo entity={entity} size="middle" />
      <StackedText
        first={
          <Row wrap gap={6}>
            <Text>{entity.proper_name}</Text>
            <EntityTypeTag type={entity.entity_type} kind={entity.fallback_logo} />
            {entity.ofac === true && <Tag tone="red">OFAC</Tag>}
            {entity.dead === true && <Tag tone="gray">Closed</Tag>}
          </Row>
        }
        second={[entity.entity_id, ...tags.map(tagText), ...(why === undefined ? [] : [why])].join(' · ')}
      />
    </Row>
  );
}
