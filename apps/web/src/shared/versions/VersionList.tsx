import type { ReactNode } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { List, ListItem } from '../../ui/display/List.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** A version of settings: saved as a draft, then active, then replaced. Times are ISO 8601; null: it comes with Hopscope. */
interface Version {
  readonly number: number;
  readonly state: 'draft' | 'active' | 'replaced';
  readonly writtenAt: string | null;
  readonly activatedAt: string | null;
  readonly reason: string | null;
}

const stateTags = {
  active: <Tag tone="green">Active</Tag>,
  draft: <Tag tone="orange">Draft</Tag>,
  replaced: <Tag tone="gray">Replaced</Tag>,
} as const;

/** When a version was activated or saved, and why. */
export function useVersionText(): (version: Version) => string {
  const { date } = useFormats();
  const day = (at: string): string => date(Math.floor(Date.parse(at) / 1000));
  return ({ writtenAt, activatedAt, reason }) => {
    const saved = writtenAt === null ? [] : [`Saved ${day(writtenAt)}`];
    const when = activatedAt === null ? saved : [`Activated ${day(activatedAt)}`];
    return [...when, reason ?? 'Comes with Hopscope'].join(' · ');
  };
}

/** All versions of settings with their states; `children` are dialogs beside the list. */
export function VersionList<Row extends Version>({
  rows,
  nameOf,
  actions,
  children,
}: {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  actions: (row: Row) => ReactNode;
  children: ReactNode;
}) {
  const textOf = useVersionText();
  return (
    <Card title="Versions">
      <List label="Versions">
        {rows.map((row) => (
          <ListItem
            key={`${row.number} ${row.state}`}
            title={
              <>
                {nameOf(row)} {stateTags[row.state]}
              </>
            }
            text={textOf(row)}
            actions={actions(row)}
          />
        ))}
      </List>
      {children}
    </Card>
  );
}
