import type { SarDetails } from '@hopscope/contract';
import { Download } from 'lucide-react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { type SarFile, useSarFile } from '../api/sars.ts';
import css from './Sars.module.css';

const names: Readonly<Record<SarFile, string>> = {
  fincen: 'FinCEN batch XML',
  goaml: 'goAML XML',
  csv: 'Transactions as CSV',
};

/** Files of a report that two people have signed. */
export function SarFiles({ found }: { found: SarDetails }) {
  const take = useSarFile(found.organizationId);
  const isSigned = found.status === 'SIGNED' || found.status === 'SUBMITTED';
  const formats: readonly SarFile[] = [...found.content.forms, 'csv'];
  return (
    <Card title="Files">
      <div className={css.body}>
        {!isSigned && <Text tone={3}>Available once two people have signed.</Text>}
        {isSigned &&
          formats.map((format) => (
            <Button
              key={format}
              icon={<Download size={15} aria-hidden="true" />}
              loading={take.isPending && take.variables.format === format}
              onClick={() => take.mutate({ id: found._id, number: found.number, format })}
            >
              {names[format]}
            </Button>
          ))}
        <FormFailure
          text={take.error ? failureMessage(take.error, 'Failed to create the file') : undefined}
        />
      </div>
    </Card>
  );
}
