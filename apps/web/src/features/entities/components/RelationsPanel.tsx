import type { EntityName as Named } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { ChartCard } from '../../../ui/chart/ChartCard.tsx';
import { EntityName } from '../../../shared/entity/EntityName.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TitledGroup } from '../../../ui/layout/TitledGroup.tsx';
import { useEntityPartners } from '../api/activity.ts';
import { activeChains, type Profile } from '../api/profile.ts';
import { type RelationNode, relationRings } from '../model/relation-rings.ts';
import { RelationRings } from './RelationRings.tsx';
import { SourcesButton, Unknown } from './Sourced.tsx';

function Entities({ title, entities, total }: { title: string; entities: readonly Named[]; total: number }) {
  const { count } = useFormats();
  if (total === 0) return null;
  return (
    <TitledGroup title={title} count={count(total)}>
      {entities.map((entity) => (
        <EntityName key={entity.entity_id} entity={entity} />
      ))}
      {total > entities.length && <Text tone={3}>and {count(total - entities.length)} more</Text>}
    </TitledGroup>
  );
}

/** Names in attributions: they aren't always entities of the directory, so they link to a search. */
function Names({ title, names, total }: { title: string; names: readonly string[]; total: number }) {
  const { count } = useFormats();
  if (total === 0) return null;
  return (
    <TitledGroup title={title} count={count(total)}>
      {names.map((name) => (
        <Link
          key={name}
          from="/home/blockham"
          to="/home/blockham"
          search={(previous) => ({ ...previous, search: name })}
        >
          {name}
        </Link>
      ))}
      {total > names.length && <Text tone={3}>and {count(total - names.length)} more</Text>}
    </TitledGroup>
  );
}

/** Relations without entries, in one line. */
function NoneKnown({ profile: { relations } }: { profile: Profile }) {
  const empty = [
    ['Parents', relations.parents.length],
    ['Subsidiaries', relations.childCount],
    ['Custodians', relations.custodianCount],
    ['Beneficial owners', relations.beneficialOwnerCount],
  ] as const;
  const names = empty.filter(([, total]) => total === 0).map(([name]) => name);
  if (names.length === 0) return null;
  return (
    <TitledGroup title="None known">
      <Text tone={3}>{names.join(', ')}</Text>
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

/** Whom the entity moves most with, with the share of its payments. */
function Partners({ nodes }: { nodes: readonly RelationNode[] }) {
  const partners = nodes.filter(({ kind }) => kind === 'partner');
  if (partners.length === 0) return null;
  return (
    <TitledGroup title="Moves most with">
      {partners.slice(0, 5).map(({ key, entity, shareText: share }) => (
        <Row key={key} spread gap={8}>
          {entity && <EntityName entity={entity} />}
          <Text tone={3} size={12}>
            {share}
          </Text>
        </Row>
      ))}
    </TitledGroup>
  );
}

/** Members of the entity, its owners, and whom it moves funds with, as rings and as lists. */
export function RelationsPanel({ profile, asOf }: { profile: Profile; asOf: string | undefined }) {
  const { relations, entity } = profile;
  const [chain] = activeChains(profile);
  const { data, isLoading } = useEntityPartners(entity.entity_id, asOf === undefined ? chain : undefined);
  const nodes = relationRings(profile, data?.partners ?? []);
  return (
    <ChartCard
      title="Relations"
      file={`relations-${entity.entity_id}`}
      {...(nodes.length > 0 && { table: null })}
    >
      {(nodes.length > 0 || isLoading) && <RelationRings name={entity.proper_name} nodes={nodes} />}
      <Entities title="Parents" entities={relations.parents} total={relations.parents.length} />
      <Entities title="Subsidiaries" entities={relations.children} total={relations.childCount} />
      <Names title="Custodians" names={relations.custodians} total={relations.custodianCount} />
      <Names
        title="Beneficial owners"
        names={relations.beneficialOwners}
        total={relations.beneficialOwnerCount}
      />
      <NoneKnown profile={profile} />
      <Partners nodes={nodes} />
      <Sanctions profile={profile} />
    </ChartCard>
  );
}
