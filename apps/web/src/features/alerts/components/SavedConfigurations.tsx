import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { List, ListItem } from '../../../ui/List.tsx';
import { RiskBadge } from '../../../ui/RiskBadge.tsx';
import { Text } from '../../../ui/Text.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAlertConfigurations, useDeleteAlertConfiguration } from '../api/alert-configurations.ts';
import type { SavedAlertConfiguration } from '../api/configuration-store.ts';
import { summaryOfSaved } from '../model/alert-form.ts';
import css from './SavedConfigurations.module.css';

function Item({ saved, onDelete }: { saved: SavedAlertConfiguration; onDelete: () => void }) {
  const { dateTime } = useFormats();
  const sentence = summaryOfSaved(saved);
  const own = saved.alertSummary === sentence ? '' : `${sentence} `;
  return (
    <ListItem
      icon={<RiskBadge level={saved.severity} plain />}
      title={saved.alertSummary}
      text={`${own}Saved ${dateTime(saved.savedAt)}`}
      actions={
        <IconButton label={`Delete: ${saved.alertSummary}`} size={32} onClick={onDelete}>
          <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

/** Configurations that were saved in this browser, with a way to delete each. */
export function SavedConfigurations({ organizationId }: { organizationId: string }) {
  const toast = useToast();
  const { data = [] } = useAlertConfigurations(organizationId);
  const remove = useDeleteAlertConfiguration(organizationId);
  const [asked, setAsked] = useState<SavedAlertConfiguration>();
  const [asking, setAsking] = useState(false);

  function confirm() {
    if (!asked) return;
    remove.mutate(asked.id, {
      onSuccess() {
        setAsking(false);
        toast.success('Alert configuration deleted');
      },
    });
  }
  return (
    <section className={css.saved} aria-label="Saved configurations">
      <header className={css.head}>
        <h3>Saved configurations</h3>
        <Text tone={2} size={12}>
          They are kept in this browser only and are not evaluated yet: no alert comes from them.
        </Text>
      </header>
      {data.length === 0 ? (
        <p className={css.none}>Nothing is saved.</p>
      ) : (
        <List label="Saved configurations">
          {data.map((saved) => (
            <Item
              key={saved.id}
              saved={saved}
              onDelete={() => {
                setAsked(saved);
                setAsking(true);
              }}
            />
          ))}
        </List>
      )}
      <ConfirmDialog
        title="Delete alert configuration"
        open={asking}
        confirmText="Delete"
        danger
        busy={remove.isPending}
        failure={remove.error ? 'This browser could not delete it.' : undefined}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {asked?.alertSummary}
      </ConfirmDialog>
    </section>
  );
}
