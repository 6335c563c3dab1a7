import { directoryFields, type FieldProvenance, type FieldStatement } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { UntrustedText } from '../../../ui/text/UntrustedText.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import css from './SourceList.module.css';
import { reasonText, ruleText, webLink, webText } from '../model/provenance-text.ts';

/** A reference in a source; a link if it is a URL. */
export function Reference({ text }: { text: string | null }) {
  if (text === null) return null;
  const link = webLink(text);
  if (link === undefined) return <UntrustedText>{text}</UntrustedText>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      {webText(link)}
    </a>
  );
}

function validText({ validFrom, validTo }: FieldStatement): string | undefined {
  if (validFrom === null && validTo === null) return undefined;
  if (validTo === null) return `valid since ${validFrom}`;
  return validFrom === null ? `valid until ${validTo}` : `valid ${validFrom} to ${validTo}`;
}

function Statement({ statement }: { statement: FieldStatement }) {
  const { date } = useFormats();
  const { value, sourceName, retrieved, confidence, license, ref, won } = statement;
  const facts = [
    `retrieved ${date(retrieved)}`,
    `confidence ${confidence}%`,
    license === null ? 'license unknown' : `license ${license}`,
    validText(statement),
  ];
  return (
    <li>
      <Row wrap gap={6}>
        <Text tone={won ? 1 : 2}>{value ?? 'reported as empty'}</Text>
        <Tag dashed={!won}>{reasonText(statement)}</Tag>
      </Row>
      <div>
        <Text tone={2} size={12}>
          {sourceName}, {facts.filter((fact) => fact !== undefined).join(', ')}
        </Text>
      </div>
      <Text tone={3} size={12}>
        <Reference text={ref} />
      </Text>
    </li>
  );
}

/** Statements of sources about a field, and the resulting value. */
export function SourceList({ provenance }: { provenance: FieldProvenance }) {
  return (
    <Stack gap={8}>
      <Text tone={2} size={12}>
        {ruleText(provenance)}
      </Text>
      <ul className={css.list} aria-label={`Sources of ${directoryFields[provenance.field].label}`}>
        {provenance.statements.map((statement) => (
          <Statement
            key={`${statement.source} ${statement.localId} ${statement.value} ${statement.retrieved}`}
            statement={statement}
          />
        ))}
      </ul>
    </Stack>
  );
}
