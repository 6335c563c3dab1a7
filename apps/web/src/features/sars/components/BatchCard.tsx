import { type Organization, sarLimits } from '@hopscope/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useSarBatch, useSars } from '../api/sars.ts';
import type { SarsSearch } from '../model/sars-search.ts';
import css from './Sars.module.css';

/** Selection of signed reports for one FinCEN file; kept while paging. */
export function BatchCard({ organization, view }: { organization: Organization; view: SarsSearch }) {
  const { page = 1 } = view;
  const query = useSars(organization._id, { status: 'SIGNED', page: view.page });
  const take = useSarBatch(organization._id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <LoadedCard title="FinCEN batch" query={query} failure="Reports could not be loaded" skeleton={4}>
      {({ data, total }) =>
        total === 0 ? (
          <EmptyState title="No report is signed">
            Reports can be exported once two people have signed them.
          </EmptyState>
        ) : (
          <>
            <div className={css.body}>
              <Text tone={2}>
                One file with one activity per report, in the order in which you select them. Each activity
                names its own filing institution; the institution saved here is the transmitter.
              </Text>
              {data.map(({ _id, number, title }) => (
                <CheckBox
                  key={_id}
                  label={`#${String(number)} ${title}`}
                  checked={chosen.includes(_id)}
                  disabled={!chosen.includes(_id) && chosen.length >= sarLimits.batch}
                  onChange={(checked) =>
                    setChosen(checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))
                  }
                />
              ))}
              <FormFailure
                text={take.error ? failureMessage(take.error, 'Failed to create the file') : undefined}
              />
              <span>
                <Button
                  kind="primary"
                  icon={<Download size={15} aria-hidden="true" />}
                  disabled={chosen.length === 0}
                  loading={take.isPending}
                  onClick={() => take.mutate(chosen)}
                >
                  FinCEN batch XML of {chosen.length}
                </Button>
              </span>
            </div>
            <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / sarLimits.pageSize)} />}>
              Signed, not filed: {total}
            </TableFoot>
          </>
        )
      }
    </LoadedCard>
  );
}
