import type { Organization } from '@hopscope/contract';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { StepPager } from '../../../ui/display/StepPager.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type AlertPage, useAcknowledge } from '../api/alerts.ts';
import { severityNames } from '../model/alert-options.ts';
import { type Alert, alertsPageSize, readSort } from '../model/alert-list.ts';
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
/** Delay before typed text is written to the URL, in milliseconds. */
const pauseMs = 300;

export function Filters({
  view,
  text,
  onText,
  onView,
  onReset,
  ordered = true,
}: {
  view: AlertListView;
  text: string;
  onText: (text: string) => void;
  onView: (change: AlertListView) => void;
  onReset: () => void;
  /** Sortable. */
  ordered?: boolean;
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
      {phone && ordered && (
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

/** Returns the text of a search that filters at once and is written to the URL with a delay. */
export function useSearchText(
  inBar: string | undefined,
  onSettled: (text: string | undefined) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(inBar ?? '');
  const settled = useDebouncedValue(text, pauseMs);
  const reported = useRef(text);
  useEffect(() => {
    if (settled !== text || settled === reported.current) return;
    reported.current = settled;
    onSettled(settled === '' ? undefined : settled);
  }, [settled]);
  useEffect(() => {
    // The text was changed by a link or the browser's history.
    if ((inBar ?? '') === reported.current) return;
    reported.current = inBar ?? '';
    setText(reported.current);
  }, [inBar]);
  return [text, setText];
}

/** Explains why no alerts are shown. */
function NoAlerts({ page, fresh, onReset }: { page: AlertPage; fresh: boolean; onReset: () => void }) {
  if (page.all > 0) {
    return (
      <EmptyState title="No alerts match" actions={<Button onClick={onReset}>Show all alerts</Button>}>
        Change the search or the severity.
      </EmptyState>
    );
  }
  return fresh ? (
    <EmptyState title="No new alerts">New alerts appear here until they are acknowledged.</EmptyState>
  ) : (
    <EmptyState
      title="No alerts yet"
      actions={
        <LinkButton to="/home/alerts" search={{ configure: true }}>
          Save an alert configuration
        </LinkButton>
      }
    >
      Monitor addresses in the Compliance Screener and create alert rules. Alerts appear when transactions are
      screened.
    </EmptyState>
  );
}

/** A list of alerts with filters, order, and pages, all stored in the URL. */
export function AlertsCard({
  title,
  fresh = false,
  list,
  view,
  onView,
  organization,
  onGrouped,
}: {
  title: string;
  /** Only new alerts. */
  fresh?: boolean;
  list: { data: AlertPage | undefined; error: Error | null; refetch: () => unknown };
  view: AlertListView;
  onView: (change: AlertListView) => void;
  organization: Organization;
  /** Shows alerts in groups. */
  onGrouped?: (() => void) | undefined;
}) {
  const { count, counted } = useFormats();
  const toast = useToast();
  const acknowledge = useAcknowledge(organization._id);
  const [text, setText] = useSearchText(view.search, (search) => onView({ search, page: undefined }));

  function reset() {
    setText('');
    onView({ search: undefined, severity: undefined, page: undefined });
  }
  function take({ _id: id, version }: NonNullable<Alert['own']>) {
    if (acknowledge.isPending) return;
    acknowledge.mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: () => toast.success('Alert acknowledged'),
        onError(thrown) {
          toast.error(toApiError(thrown).message);
          void list.refetch();
        },
      },
    );
  }
  return (
    <LoadedCard
      title={title}
      count={list.data && count(list.data.all)}
      extra={
        list.data?.sample ? (
          <Tag dashed>Sample data</Tag>
        ) : (
          onGrouped && (
            <Button size="small" onClick={onGrouped}>
              Show in groups
            </Button>
          )
        )
      }
      query={list}
      failure="Alerts could not be loaded"
    >
      {(shown) => {
        const { alerts, page, pages, total } = shown;
        const first = (page - 1) * alertsPageSize;
        return (
          <>
            {shown.all > 0 && (
              <Filters view={view} text={text} onText={setText} onView={onView} onReset={reset} />
            )}
            {alerts.length === 0 ? (
              <NoAlerts page={shown} fresh={fresh} onReset={reset} />
            ) : (
              <AlertTable
                label={title}
                alerts={alerts}
                sort={view.sort}
                onSort={(sort) =>
                  onView({ sort: sort === defaultAlertSort ? undefined : sort, page: undefined })
                }
                organization={organization}
                onAcknowledge={take}
              />
            )}
            {alerts.length > 0 && (
              <TableFoot
                pager={
                  <StepPager
                    page={page}
                    totalPages={pages}
                    onChange={(next) => onView({ page: next === 1 ? undefined : next })}
                  />
                }
              >
                {count(first + 1)}–{count(first + alerts.length)} of {counted(total, 'alert')}
              </TableFoot>
            )}
          </>
        );
      }}
    </LoadedCard>
  );
}
