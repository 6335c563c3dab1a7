import type { AuditEntry } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { CodeText } from '../../../ui/text/CodeText.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { actorText, valueText } from '../model/entry-text.ts';

/** Everything stored about a change. */
export function EntryDetail({ entry }: { entry: AuditEntry }) {
  const { dateTime } = useFormats();
  const { actor, subject, before, after, reason, erased, hash } = entry;
  const email = actor.email === null ? '' : ` (${actor.email})`;
  const facts: Fact[] = [
    ['When', dateTime(entry.at)],
    ['Who', `${actorText(entry)}${email}, ${actor.role.replaceAll('_', ' ')}`],
    ['From', actor.ip === null ? 'Unknown' : `${actor.ip}${actor.userAgent ? `, ${actor.userAgent}` : ''}`],
    ...(actor.apiKey === null ? [] : [['API key', actor.apiKey] satisfies Fact]),
    ['About', `${subject.type.replaceAll('_', ' ')} ${subject.id ?? ''}`],
    ...(reason === null ? [] : [['Why', reason] satisfies Fact]),
    ...(valueText(before) === ''
      ? []
      : [['Before', <CodeText key="before">{valueText(before)}</CodeText>] satisfies Fact]),
    ...(valueText(after) === ''
      ? []
      : [['After', <CodeText key="after">{valueText(after)}</CodeText>] satisfies Fact]),
    ...(erased
      ? [['Erased', 'Personal data in this entry was erased. The hash chain is intact.'] satisfies Fact]
      : []),
    [
      'Hash',
      <Text key="hash" mono tone={2}>
        {hash}
      </Text>,
    ],
  ];
  return <DescriptionList facts={facts} />;
}
