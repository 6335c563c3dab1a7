import type { EthereumTransactionView, LogView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CodeText } from '../../../../ui/text/CodeText.tsx';
import { DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { RowTable, type RowColumns } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Folded } from '../Folded.tsx';
import { AddressLink } from '../links.tsx';

type Argument = NonNullable<LogView['event']>['args'][number];

/** Names a topic or argument; texts in it are a stranger's. */
function Value({ argument }: { argument: Argument }) {
  const { type, value } = argument;
  if (typeof value !== 'string') return <CodeText>{value.join('\n')}</CodeText>;
  return type === 'address' ? <AddressLink address={value} length="medium" /> : <CodeText>{value}</CodeText>;
}

function Arguments({ log }: { log: LogView }) {
  if (log.event) {
    return (
      <DescriptionList
        facts={log.event.args.map((argument, index) => [
          `${argument.name === '' ? index : argument.name} · ${argument.type}`,
          <Value key={argument.name} argument={argument} />,
        ])}
      />
    );
  }
  return (
    <DescriptionList
      facts={[
        ...log.topics.map(
          (topic, index) => [`Topic ${index}`, <CodeText key={topic}>{topic}</CodeText>] as const,
        ),
        ['Data', <CodeText key="data">{log.data === '0x' ? 'none' : log.data}</CodeText>],
      ]}
    />
  );
}

function Name({ log }: { log: LogView }) {
  if (log.event === null) {
    return (
      <Text tone={2} unknown title="No well-known event has this form.">
        Unknown event
      </Text>
    );
  }
  return (
    <Row gap={6}>
      <Text>{log.event.name}</Text>
      <Tag title="Any contract can send it: this says nothing about the sender.">{log.event.source}</Tag>
    </Row>
  );
}

const columns: RowColumns<LogView> = [
  { title: '#', key: 'index', align: 'right', render: (_, log) => <Text tone={3}>{log.index}</Text> },
  { title: 'Event', key: 'event', render: (_, log) => <Name log={log} /> },
  { title: 'Contract', key: 'address', render: (_, log) => <AddressLink address={log.address} /> },
];

/** What contracts announced, in words where the event is well known. */
export function Events({ logs }: { logs: EthereumTransactionView['logs'] }) {
  const { count } = useFormats();
  if (logs.length === 0) return null;
  return (
    <Card title="Events" count={count(logs.length)}>
      <Folded rows={logs}>
        {(shown) => (
          <RowTable
            label="Events"
            columns={columns}
            rows={shown}
            rowKey={(log) => String(log.index)}
            detail={(log) => <Arguments log={log} />}
            detailLabel="Show arguments"
          />
        )}
      </Folded>
    </Card>
  );
}
