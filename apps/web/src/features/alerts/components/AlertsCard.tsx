import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../lib/use-media.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TableFoot } from '../../../ui/RowTable.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { StepPager } from '../../../ui/StepPager.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { severityNames } from '../model/alert-options.ts';
import {
  type Alert,
  alertsPageSize,
  filterAlerts,
  pageOf,
  readSort,
  sortAlerts,
} from '../model/alert-list.ts';
import {
  type AlertListView,
  alertSeverities,
  type AlertSeverity,
  type AlertSort,
  alertSorts,
  defaultAlertSort,
} from '../model/alerts-view.ts';
import css from './AlertsCard.module.css';
import { AlertTable, columnNames } from './AlertTable.tsx';

const severityOptions: { value: AlertSeverity | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  ...alertSeverities.map((value) => ({ value, label: severityNames[value] })),
];
const sortOptions = alertSorts.map((value) => {
  const { column, descending } = readSort(value);
  return { value, label: `${columnNames[column]}, ${descending ? 'descending' : 'ascending'}` };
});
/** The address bar follows when somebody has stopped typing. */
const pauseMs = 300;

function Filters({
  view,
  text,
  onText,
  onView,
  onReset,
}: {
  view: AlertListView;
  text: string;
  onText: (text: string) => void;
  onView: (change: AlertListView) => void;
  onReset: () => void;
}) {
  const phone = usePhone();
  return (
    <div className={css.filters}>
      <div className={css.search}>
        <Field
          label="Search"
          name="search"
          size="middle"
          optional
          maxLength={100}
          value={text}
          onChange={onText}
        />
      </div>
      <SelectField
        label="Severity"
        value={view.severity ?? 'all'}
        options={severityOptions}
        onChange={(value) => onView({ severity: value === 'all' ? undefined : value, page: undefined })}
      />
      {phone && (
        <SelectField<AlertSort>
          label="Sort by"
          value={view.sort ?? defaultAlertSort}
          options={sortOptions}
          onChange={(sort) => onView({ sort: sort === defaultAlertSort ? undefined : sort })}
        />
      )}
      <Button onClick={onReset}>Reset Filters</Button>
    </div>
  );
}

/** Text of a search that filters at once, and comes into the address bar a moment later. */
function useSearchText(
  inBar: string | undefined,
  tell: (text: string | undefined) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(inBar ?? '');
  const settled = useSettled(text, pauseMs);
  const told = useRef(text);
  useEffect(() => {
    if (settled !== text || settled === told.current) return;
    told.current = settled;
    tell(settled === '' ? undefined : settled);
  }, [settled]);
  useEffect(() => {
    // A link or the browser's history put another text there.
    if ((inBar ?? '') === told.current) return;
    told.current = inBar ?? '';
    setText(told.current);
  }, [inBar]);
  return [text, setText];
}

/** A list of alerts with its filters, its order and its pages; all of it stands in the address bar. */
export function AlertsCard({
  title,
  alerts,
  sample,
  view,
  onView,
}: {
  title: string;
  alerts: readonly Alert[];
  sample: boolean;
  view: AlertListView;
  onView: (change: AlertListView) => void;
}) {
  const { count, counted } = useFormats();
  const [text, setText] = useSearchText(view.search, (search) => onView({ search, page: undefined }));

  function reset() {
    setText('');
    onView({ search: undefined, severity: undefined, page: undefined });
  }
  const kept = filterAlerts(alerts, { ...view, search: text });
  const { page, pages, rows } = pageOf(sortAlerts(kept, view.sort), view.page ?? 1);
  const first = (page - 1) * alertsPageSize;
  return (
    <Card title={title} count={count(alerts.length)} extra={sample && <Tag dashed>Sample data</Tag>}>
      <Filters view={view} text={text} onText={setText} onView={onView} onReset={reset} />
      {rows.length === 0 ? (
        <EmptyState title="No alerts match" actions={<Button onClick={reset}>Show all alerts</Button>}>
          No alert has this text and severity.
        </EmptyState>
      ) : (
        <AlertTable
          label={title}
          alerts={rows}
          sort={view.sort}
          onSort={(sort) => onView({ sort: sort === defaultAlertSort ? undefined : sort, page: undefined })}
        />
      )}
      {rows.length > 0 && (
        <TableFoot
          pager={
            <StepPager
              page={page}
              totalPages={pages}
              onChange={(next) => onView({ page: next === 1 ? undefined : next })}
            />
          }
        >
          {count(first + 1)}–{count(first + rows.length)} of {counted(kept.length, 'alert')}
        </TableFoot>
      )}
    </Card>
  );
}
