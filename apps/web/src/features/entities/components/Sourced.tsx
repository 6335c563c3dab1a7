import { type DirectoryFieldName, directoryFields } from '@hopscope/contract';
import { Quote, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ClickCard } from '../../../ui/overlay/ClickCard.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import type { Profile } from '../api/profile.ts';
import css from './Sourced.module.css';
import { SourceList } from './SourceList.tsx';

/** Placeholder for a value without a source: never empty, zero, or "no". */
export function Unknown({ why = 'No source' }: { why?: string }) {
  return (
    <Text tone={3} unknown title={why}>
      Unknown
    </Text>
  );
}

/** Button that opens the sources of a field; empty without sources. */
export function SourcesButton({ profile, field }: { profile: Profile; field: DirectoryFieldName }) {
  const provenance = profile.fields.find((one) => one.field === field);
  if (!provenance || provenance.statements.length === 0) return null;
  const { label } = directoryFields[field];
  const name = `Sources of ${label}${provenance.conflict ? ' (conflicting)' : ''}`;
  return (
    <ClickCard title={label} content={<SourceList provenance={provenance} />}>
      <button
        type="button"
        className={provenance.conflict ? `${css.button} ${css.conflict}` : css.button}
        aria-label={name}
        title={name}
      >
        {provenance.conflict ? (
          <TriangleAlert size={12} strokeWidth={1.8} aria-hidden="true" />
        ) : (
          <Quote size={12} strokeWidth={1.8} aria-hidden="true" />
        )}
        {provenance.statements.length}
      </button>
    </ClickCard>
  );
}

/** A value of the profile, or that it is unknown, with its sources. */
export function Sourced({
  profile,
  field,
  children,
}: {
  profile: Profile;
  field: DirectoryFieldName;
  children: ReactNode;
}) {
  return (
    <Row wrap gap={6}>
      {children ?? <Unknown />}
      <SourcesButton profile={profile} field={field} />
    </Row>
  );
}
