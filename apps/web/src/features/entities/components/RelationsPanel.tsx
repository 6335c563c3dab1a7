import type { EntityName as Named } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EntityName } from '../../../shared/entity/EntityName.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TitledGroup } from '../../../ui/layout/TitledGroup.tsx';
import type { Profile } from '../api/profile.ts';
import { SourcesButton, Unknown } from './Sourced.tsx';

function Entities({ title, entities, total }: { title: string; entities: readonly Named[]; total: number }) {
  const { count } = useFormats();
  return (
    <TitledGroup title={title} {...(total > 0 && { count: count(total) })}>
      {entities.length === 0 ? (
        <Text tone={3}>None known</Text>
      ) : (
        entities.map((entity) => <EntityName key={entity.entity_id} entity={entity} />)
      )}
      {total > entities.length && <Text tone={3}>and {count(total - entities.length)} more</Text>}
    </TitledGroup>
  );
}

/** Names in attributions: they aren't always entities of the directory, so they link to a search. */
function Names({ title, names, total }: { title: string; names: readonly string[]; total: number }) {
  const { count } = useFormats();
  return (
    <TitledGroup title={title} {...(total > 0 && { count: count(total) })}>
      {names.length === 0 ? (
        <Text tone={3}>None known</Text>
      ) : (
        names.map((name) => (
          <Link
            key={name}
            from="/home/blockham"
            to="/home/blockham"
            search={(previous) => ({ ...previous, search: name })}
          >
            {name}
          </Link>
        ))
      )}
      {total > names.length && <Text tone={3}>and {count(total - names.length)} more</Text>}
    </TitledGroup>
  );
}

function Sanctions({ profile }: { profile: Profile }) {
  const { ofac, programs } = profile.entity;
  const onLists = profile.countries.filter(({ fatf, eu, ofac: program }) => fatf ?? eu ?? program);
  return (
    <TitledGroup title="Sanctions">
      <Row wrap gap={6}>
        {ofac === true ? (
          <>
            <ShieldAlert size={14} strokeWidth={1.8} color="var(--risk-high)" aria-hidden="true" />
            On the OFAC list
          </>
        ) : ofac === false ? (
          <>
            <ShieldCheck size={14} strokeWidth={1.8} aria-hidden="true" />
            Not on the OFAC list
          </>
        ) : (
          <>
            OFAC list: <Unknown />
          </>
        )}
        <SourcesButton profile={profile} field="ofac" />
      </Row>
      {programs.length > 0 && <Text tone={2}>Programs: {programs.join(', ')}</Text>}
      {onLists.map(({ country, name, entity_id }) => (
        <Text key={country} tone={2}>
          Operates in a listed country:{' '}
          <Link to="/home/blockham" search={{ entity: entity_id }}>
            {name}
          </Link>
        </Text>
      ))}
    </TitledGroup>
  );
}

/** Members of the entity, and its owners. */
export function RelationsPanel({ profile }: { profile: Profile }) {
  const { relations } = profile;
  return (
    <Card title="Relations">
      <Entities title="Parents" entities={relations.parents} total={relations.parents.length} />
      <Entities title="Subsidiaries" entities={relations.children} total={relations.childCount} />
      <Names title="Custodians" names={relations.custodians} total={relations.custodianCount} />
      <Names
        title="Beneficial owners"
        names={relations.beneficialOwners}
        total={relations.beneficialOwnerCount}
      />
      <Sanctions profile={profile} />
    </Card>
  );
}
