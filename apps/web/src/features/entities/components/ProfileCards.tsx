import { createCountryNames } from '@hopscope/domain';
import type { CountryStatus, DirectoryFieldName } from '@hopscope/contract';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { listOf, numberedValues, tagText } from '../../../lib/text/entity-labels.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { CardGrid } from '../../../ui/layout/CardGrid.tsx';
import { EntityName } from '../../../shared/entity/EntityName.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Prose } from '../../../ui/text/Prose.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import type { Profile } from '../api/profile.ts';
import { webLink, webText } from '../model/provenance-text.ts';
import { Sourced, SourcesButton, Unknown } from './Sourced.tsx';

function WebLink({ url }: { url: string }) {
  const link = webLink(url);
  if (link === undefined) return url;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      {webText(link)}
    </a>
  );
}

type Entry = readonly [label: string, field: DirectoryFieldName, value: ReactNode];

/** Returns known values with their sources, and the names of all unknown ones in one line. */
function factsOf(profile: Profile, entries: readonly Entry[]): Fact[] {
  const isKnown = ([, field, value]: Entry): boolean =>
    (value !== null && value !== '') ||
    profile.fields.some((one) => one.field === field && one.statements.length > 0);
  const known = entries.filter(isKnown).map(
    ([label, field, value]): Fact => [
      label,
      <Sourced key={field} profile={profile} field={field}>
        {value === null || value === '' ? undefined : value}
      </Sourced>,
    ],
  );
  const unknown = entries.filter((entry) => !isKnown(entry)).map(([label]) => label);
  if (unknown.length === 0) return known;
  return [
    ...known,
    [
      'Unknown',
      <Text key="unknown" tone={3} title="No source">
        {unknown.join(', ')}
      </Text>,
    ],
  ];
}

function About({ profile }: { profile: Profile }) {
  const { entity } = profile;
  const tags = numberedValues(entity, 'entity_tag');
  return (
    <Card title="About" padded>
      <Stack gap={12}>
        <Text tone={2} size={13}>
          {entity.description_merged === null ? <Unknown /> : <Prose>{entity.description_merged}</Prose>}{' '}
          <SourcesButton profile={profile} field="description" />
        </Text>
        <Sourced profile={profile} field="entity_tag">
          {tags.length > 0 ? tags.map((tag) => <Tag key={tag}>{tagText(tag)}</Tag>) : 'No known tags'}
        </Sourced>
        {entity.note !== null && (
          <Text size={13}>
            <Text tone={3}>Note </Text>
            <Prose>{entity.note}</Prose> <SourcesButton profile={profile} field="note" />
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function Organization({ profile }: { profile: Profile }) {
  const { entity, relations } = profile;
  const [parent] = relations.parents;
  return (
    <Card title="Organization" padded>
      <DescriptionList
        facts={factsOf(profile, [
          ['Name', 'proper_name', entity.proper_name],
          ['Also known as', 'alias', entity.aliases.join(', ')],
          ['Parent', 'parent_id', parent ? <EntityName entity={parent} /> : entity.parent_id],
          ['CEO', 'ceo', entity.ceo],
          ['Key people', 'key_personnel', listOf(entity.key_personnel).join(', ')],
          ['Tickers', 'ticker', listOf(entity.ticker).join(', ')],
          ['Founded', 'year_founded', entity.year_founded],
          ['ENS', 'ens_address', entity.ens_address],
        ])}
      />
    </Card>
  );
}

const profileFieldsShown = 4;

function Contact({ profile }: { profile: Profile }) {
  const { entity } = profile;
  const social = numberedValues(entity, 'social_media_profile').slice(0, profileFieldsShown);
  return (
    <Card title="Contact" padded>
      <DescriptionList
        facts={factsOf(profile, [
          ['Website', 'url', entity.url && <WebLink url={entity.url} />],
          [
            'Email',
            'contact_email',
            entity.contact_email && <a href={`mailto:${entity.contact_email}`}>{entity.contact_email}</a>,
          ],
          ['Phone', 'contact_phone', entity.contact_phone],
          ['Address', 'contact_address', entity.contact_address],
          ['Twitter', 'contact_twitter', entity.contact_twitter],
          ['Telegram', 'contact_telegram', entity.contact_telegram],
          [
            'Legal information',
            'legal_info_url',
            entity.legal_info_url && <WebLink url={entity.legal_info_url} />,
          ],
          [
            'Social media',
            'social_media_profile',
            social.length === 0 ? null : (
              <Stack gap={4}>
                {social.map((url) => (
                  <WebLink key={url} url={url} />
                ))}
              </Stack>
            ),
          ],
        ])}
      />
    </Card>
  );
}

function YesOrNo({ value }: { value: boolean }) {
  return (
    <Row gap={6}>
      {value ? (
        <Check size={14} strokeWidth={1.8} aria-hidden="true" />
      ) : (
        <Minus size={14} strokeWidth={1.8} aria-hidden="true" />
      )}
      {value ? 'Yes' : 'No'}
    </Row>
  );
}

function Flags({ profile }: { profile: Profile }) {
  const { entity } = profile;
  const flag = (label: string, field: DirectoryFieldName, value: boolean | null) =>
    [label, field, value === null ? null : <YesOrNo value={value} />] as const;
  return (
    <Card title="Flags" padded>
      <DescriptionList
        facts={factsOf(profile, [
          flag('On the OFAC list', 'ofac', entity.ofac),
          flag('Centralized', 'centralized', entity.centralized),
          flag('No KYC required', 'no_kyc_req', entity.no_kyc_req),
          flag('Closed', 'dead', entity.dead),
          flag('Revisit site', 'revisit_site', entity.revisit_site),
        ])}
      />
    </Card>
  );
}

function StatusTags({ status }: { status: CountryStatus | undefined }) {
  if (!status) return <Text tone={3}>not on a list</Text>;
  const { fatf, eu, ofac } = status;
  if (fatf === null && eu === null && ofac !== true) return <Text tone={3}>not on any known list</Text>;
  return (
    <>
      {fatf !== null && <Tag tone="orange">FATF: {fatf}</Tag>}
      {eu !== null && <Tag tone="orange">EU: {eu}</Tag>}
      {ofac === true && <Tag tone="red">OFAC program</Tag>}
    </>
  );
}

function Jurisdictions({ profile }: { profile: Profile }) {
  const codes = numberedValues(profile.entity, 'associate_country');
  const countryName = createCountryNames();
  return (
    <Card title="Countries" extra={<SourcesButton profile={profile} field="associate_country" />} padded>
      {codes.length === 0 ? (
        <Unknown />
      ) : (
        <DescriptionList
          facts={codes.map((code) => [
            countryName(code),
            <Row key={code} wrap gap={6}>
              <StatusTags status={profile.countries.find(({ country }) => country === code)} />
            </Row>,
          ])}
        />
      )}
    </Card>
  );
}

function Registrations({ profile }: { profile: Profile }) {
  const { registrations, programs } = profile.entity;
  const lines = (values: readonly string[]) =>
    values.length === 0 ? null : (
      <Stack gap={4}>
        {values.map((value) => (
          <span key={value}>{value}</span>
        ))}
      </Stack>
    );
  return (
    <Card title="Registrations and programs" padded>
      <DescriptionList
        facts={factsOf(profile, [
          ['Registrations', 'registration', lines(registrations)],
          ['Sanctions programs', 'program', lines(programs)],
        ])}
      />
    </Card>
  );
}

/** Facts about an entity, every value with its sources. */
export function ProfileCards({ profile, children }: { profile: Profile; children: ReactNode }) {
  return (
    <>
      <About profile={profile} />
      {children}
      <CardGrid>
        <Organization profile={profile} />
        <Contact profile={profile} />
        <Flags profile={profile} />
        <Stack>
          <Jurisdictions profile={profile} />
          <Registrations profile={profile} />
        </Stack>
      </CardGrid>
    </>
  );
}
