import {
  type ComplianceFilter,
  filterLimits,
  isReviewManager,
  type Organization,
  complianceFilterEndpoints,
} from '@hopscope/contract';
import { Bookmark, BookmarkPlus, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { PopupMenu, type PopupMenuItem } from '../../../../ui/overlay/PopupMenu.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useChangeFilter, useDeleteFilter, useSavedFilters, useSaveFilter } from '../../api/filters.ts';
import { appliedOf, savedOf } from '../../model/saved-filter.ts';
import type { ScreenerSearch } from '../../model/screener-search.ts';

interface Props {
  organization: Organization;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}

/** Asks for a name of a new or existing filter. */
function NameForm({
  organization,
  filter,
  search,
  onClose,
}: {
  organization: Organization;
  filter: ComplianceFilter | undefined;
  search: Record<string, string | number>;
  onClose: () => void;
}) {
  const toast = useToast();
  const save = useSaveFilter(organization._id);
  const change = useChangeFilter(organization._id);
  const form = useForm({
    start: { name: filter?.name ?? '', shared: filter?.shared ?? false },
    read: (values) =>
      readForm(
        complianceFilterEndpoints.saveComplianceFilter.body,
        { name: values.name.trim(), search: filter?.search ?? search, shared: values.shared },
        blankFields(values, { name: 'Please enter a name' }),
      ),
    send({ name, shared, ...rest }) {
      if (!filter) return save.mutateAsync({ body: { name, shared, ...rest } });
      const { _id: id, version } = filter;
      return change.mutateAsync({
        params: { id },
        body: { name, version, ...(shared !== filter.shared && { shared }) },
      });
    },
    sent() {
      toast.success('Filter saved');
      onClose();
    },
    failure: 'Failed to save the filter',
  });

  return (
    <FormStack label="Save filter" onSubmit={form.submit}>
      <Field label="Name" size="middle" autoFocus maxLength={filterLimits.name} {...form.field('name')} />
      {isReviewManager(organization) && (
        <CheckBox
          label="Share with the organization"
          checked={form.values.shared}
          onChange={(on) => form.change('shared', on)}
        />
      )}
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Save
        </Button>
      </Actions>
    </FormStack>
  );
}

/** All saved filters, with buttons to rename and delete. */
function FilterList({
  organization,
  filters,
  onRename,
}: {
  organization: Organization;
  filters: readonly ComplianceFilter[];
  onRename: (filter: ComplianceFilter) => void;
}) {
  const toast = useToast();
  const remove = useDeleteFilter(organization._id);
  if (filters.length === 0) {
    return <EmptyState title="No saved filters">Save the current filter to find it here.</EmptyState>;
  }
  return (
    <List label="Saved filters">
      {filters.map((filter) => (
        <ListItem
          key={filter._id}
          title={filter.name}
          text={filter.shared ? `Shared by ${filter.owner.name}` : 'Visible only to you'}
          actions={
            filter.editable && (
              <>
                <IconButton label={`Rename ${filter.name}`} onClick={() => onRename(filter)}>
                  <Pencil size={14} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={`Delete ${filter.name}`}
                  onClick={() =>
                    remove.mutate(
                      { params: { id: filter._id } },
                      {
                        onSuccess: () => toast.success('Filter deleted'),
                        onError: (thrown) =>
                          toast.error(failureMessage(thrown, 'Failed to delete the filter')),
                      },
                    )
                  }
                >
                  <Trash2 size={14} aria-hidden="true" />
                </IconButton>
              </>
            )
          }
        />
      ))}
    </List>
  );
}

/** Named filters and sort orders: applied at once, saved, renamed, deleted. */
export function SavedFilters({ organization, view, onView }: Props) {
  const { data } = useSavedFilters(organization._id);
  const filters = data ?? [];
  const [naming, setNaming] = useState<{ filter?: ComplianceFilter }>();
  const [managing, setManaging] = useState(false);
  const icon = (Icon: typeof Bookmark) => <Icon size={16} strokeWidth={1.6} aria-hidden="true" />;
  const items: PopupMenuItem[] = filters.map((filter) => ({
    key: filter._id,
    label: filter.name,
    icon: icon(filter.shared ? Users : Bookmark),
    onSelect: () => onView(appliedOf(filter.search)),
  }));
  const own: PopupMenuItem[] = [
    { key: 'save', label: 'Save this filter…', icon: icon(BookmarkPlus), onSelect: () => setNaming({}) },
    ...(filters.length > 0
      ? [{ key: 'manage', label: 'Rename or delete…', icon: icon(Pencil), onSelect: () => setManaging(true) }]
      : []),
  ];
  return (
    <>
      <PopupMenu
        groups={[
          ...(items.length > 0 ? [{ title: 'Saved filters', items }] : []),
          { title: 'This list', items: own },
        ]}
      >
        <Button size="small" icon={<Bookmark size={14} aria-hidden="true" />}>
          Saved filters
        </Button>
      </PopupMenu>
      <Dialog
        title={naming?.filter ? 'Rename filter' : 'Save filter'}
        open={naming !== undefined}
        onClose={() => setNaming(undefined)}
      >
        {naming && (
          <NameForm
            organization={organization}
            filter={naming.filter}
            search={savedOf(view)}
            onClose={() => setNaming(undefined)}
          />
        )}
      </Dialog>
      <Dialog title="Saved filters" open={managing} onClose={() => setManaging(false)}>
        <FilterList
          organization={organization}
          filters={filters}
          onRename={(filter) => {
            setManaging(false);
            setNaming({ filter });
          }}
        />
      </Dialog>
    </>
  );
}
