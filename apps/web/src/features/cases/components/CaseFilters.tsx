import { casePriorities, caseStatuses, type Organization } from '@hopscope/contract';
import { useEffect, useState } from 'react';
import { useUser } from '../../../lib/services.ts';
import { FilterBar } from '../../../ui/form/FilterBar.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useMembers } from '../api/cases.ts';
import { caseStatusNames, priorityNames } from '../model/case-labels.ts';
import {
  type CaseSort,
  type CasesSearch,
  defaultCaseSort,
  isCaseFiltered,
  noCaseFilter,
} from '../model/cases-search.ts';

const all = 'all';
type Shown = 'open' | 'closed' | 'all';
const groups: { value: Shown; label: string }[] = [
  { value: 'open', label: 'Open cases' },
  { value: 'closed', label: 'Closed cases' },
  { value: 'all', label: 'All cases' },
];
const sortNames: { value: CaseSort; label: string }[] = [
  { value: 'updatedAt.desc', label: 'Recently changed' },
  { value: 'updatedAt.asc', label: 'Least recently changed' },
  { value: 'createdAt.desc', label: 'Newest' },
  { value: 'createdAt.asc', label: 'Oldest' },
  { value: 'dueAt.asc', label: 'Earliest due date' },
  { value: 'dueAt.desc', label: 'Latest due date' },
  { value: 'priority.desc', label: 'Most urgent' },
  { value: 'priority.asc', label: 'Least urgent' },
];

/** Filters and order of the list; selections apply at once, text on Enter or when its field loses the focus. */
export function CaseFilters({
  organization,
  view,
  onView,
}: {
  organization: Organization;
  view: CasesSearch;
  onView: (change: CasesSearch) => void;
}) {
  const { _id: me } = useUser();
  const { data: members } = useMembers(organization._id);
  const [text, setText] = useState(view.search ?? '');
  useEffect(() => setText(view.search ?? ''), [view.search]);
  const narrow = (change: CasesSearch) => onView({ page: undefined, ...change });
  const others = (members ?? []).flatMap(({ userId, name, surname }) =>
    userId === null || userId === me ? [] : [{ value: userId, label: `${name} ${surname}` }],
  );

  function apply() {
    const search = text.trim() === '' ? undefined : text.trim();
    if (search !== view.search) narrow({ search });
  }

  return (
    <FilterBar filtered={isCaseFiltered(view)} onApply={apply} onReset={() => narrow(noCaseFilter)}>
      <Field
        label="Search cases"
        name="search"
        size="middle"
        optional
        maxLength={200}
        placeholder="Title, client, #12, address"
        value={text}
        onChange={setText}
      />
      <SelectField
        label="Show"
        value={view.status === undefined ? (view.group ?? 'open') : all}
        options={groups}
        onChange={(group) => narrow({ group: group === 'open' ? undefined : group, status: undefined })}
      />
      <SelectField
        label="Status"
        value={view.status ?? all}
        options={[
          { value: all, label: 'All statuses' },
          ...caseStatuses.map((value) => ({ value, label: caseStatusNames[value] })),
        ]}
        onChange={(value) => narrow({ status: value === all ? undefined : value })}
      />
      <SelectField
        label="Priority"
        value={view.priority ?? all}
        options={[
          { value: all, label: 'All priorities' },
          ...casePriorities.map((value) => ({ value, label: priorityNames[value] })),
        ]}
        onChange={(value) => narrow({ priority: value === all ? undefined : value })}
      />
      <SelectField
        label="Assigned to"
        searchable
        value={view.assignee ?? all}
        options={[{ value: all, label: 'Anyone' }, { value: me, label: 'Me' }, ...others]}
        onChange={(value) => narrow({ assignee: value === all ? undefined : value })}
      />
      <SelectField
        label="Sort by"
        value={view.sort ?? defaultCaseSort}
        options={sortNames}
        onChange={(sort) => narrow({ sort: sort === defaultCaseSort ? undefined : sort })}
      />
    </FilterBar>
  );
}
