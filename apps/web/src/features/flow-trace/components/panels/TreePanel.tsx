import { plural } from '@hopscope/domain';
import { type CanvasDocument, type NodeSummary, type Summary, summarize } from '@hopscope/canvas';
import { type ReactNode, useMemo, useState } from 'react';
import { type Key, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { WithHashes } from '../../../../shared/chain/WithHashes.tsx';
import css from './SidePanel.module.css';

/** Maximum number of rows in a column. */
const mostRows = 500;

const columnId = (column: number | null): string => `column ${String(column)}`;

/** A row of the tree; only nodes of the canvas can be selected. */
function Item({
  id,
  text,
  selectable = false,
  branch = false,
  onAction,
  children,
}: {
  id: string;
  text: string;
  selectable?: boolean;
  /** Whether it has rows below it, shown or not. */
  branch?: boolean;
  onAction?: () => void;
  children?: ReactNode;
}) {
  return (
    <TreeItem
      id={id}
      textValue={text}
      className={css.item ?? ''}
      isDisabled={!selectable}
      hasChildItems={branch}
      {...(onAction && { onAction })}
    >
      <TreeItemContent>
        <WithHashes>{text}</WithHashes>
      </TreeItemContent>
      {children}
    </TreeItem>
  );
}

function NodeItem({
  summary: { node, flows, notes, words },
  expanded,
}: {
  summary: NodeSummary;
  expanded: boolean;
}) {
  return (
    <Item id={node.id} text={words} selectable branch={flows.length + notes.length > 0}>
      {expanded && [
        ...flows.map((each) => (
          <Item
            key={`${each.direction}${each.flow.id}`}
            id={`${node.id} ${each.direction} ${each.flow.id}`}
            text={each.words}
          />
        )),
        ...notes.map((note, i) => (
          <Item key={`note ${String(i)}`} id={`${node.id} note ${i}`} text={`Note: ${note}`} />
        )),
      ]}
    </Item>
  );
}

/** The columns of the canvas with their nodes; below each node, its outgoing and incoming transfers. */
function Contents({
  summary,
  selection,
  onChoose,
}: {
  summary: Summary;
  selection: readonly string[];
  onChoose: (id: string) => void;
}) {
  const columns = summary.columns.map(({ hop }) => columnId(hop));
  /** Collapsed columns and expanded nodes. */
  const [turned, setTurned] = useState<ReadonlySet<Key>>(new Set());

  function turn(id: Key) {
    const next = new Set(turned);
    if (!next.delete(id)) next.add(id);
    setTurned(next);
  }

  return (
    <Tree
      className={css.tree ?? ''}
      aria-label="Canvas contents"
      selectionMode="multiple"
      disabledBehavior="selection"
      escapeKeyBehavior="none"
      selectedKeys={selection}
      onSelectionChange={(keys) => {
        if (keys === 'all') return;
        const pressed = [...keys].find((key) => !selection.includes(String(key)));
        const id = pressed ?? selection.find((key) => !keys.has(key));
        if (id === undefined) return;
        onChoose(String(id));
        turn(id);
      }}
      expandedKeys={[
        ...columns.filter((id) => !turned.has(id)),
        ...[...turned].filter((id) => !columns.includes(String(id))),
      ]}
      onExpandedChange={(keys) =>
        setTurned(
          new Set([
            ...columns.filter((id) => !keys.has(id)),
            ...[...keys].filter((id) => !columns.includes(String(id))),
          ]),
        )
      }
    >
      {summary.columns.map(({ hop: column, title, nodes }) => (
        <Item
          key={columnId(column)}
          id={columnId(column)}
          text={`${title}: ${nodes.length} ${plural(nodes.length, 'node')}`}
          branch
          onAction={() => turn(columnId(column))}
        >
          {nodes.slice(0, mostRows).map((id) => {
            const described = summary.describe(id);
            return described && <NodeItem key={id} summary={described} expanded={turned.has(id)} />;
          })}
        </Item>
      ))}
    </Tree>
  );
}

/** Text version of the canvas as a tree, also for screen readers. */
export function TreePanel({
  document,
  selection,
  onChoose,
}: {
  document: CanvasDocument;
  selection: readonly string[];
  onChoose: (id: string) => void;
}) {
  const summary = useMemo(() => summarize(document), [document]);
  return (
    <>
      <p className={css.quiet} role="status">
        {summary.words}
      </p>
      {summary.columns.length > 0 && <Contents summary={summary} selection={selection} onChoose={onChoose} />}
      {summary.drawings.length > 0 && (
        <ul className={css.list} aria-label="Drawings">
          {summary.drawings.map(({ id, words }) => (
            <li key={id}>{words}</li>
          ))}
        </ul>
      )}
      {summary.notes.length > 0 && (
        <ul className={css.list} aria-label="Canvas notes">
          {summary.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
