import type { CaseDetails } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { sarStatusNames } from '../../../../lib/text/sar-status-names.ts';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { useSarsOf } from '../../api/sars.ts';
import css from '../Cases.module.css';

/** Reports to an authority created from a case. */
export function CaseSars({ found }: { found: CaseDetails }) {
  const { count } = useFormats();
  const query = useSarsOf(found.organizationId, found._id);
  return (
    <LoadedCard
      title="Suspicious activity reports"
      query={query}
      failure="Reports could not be loaded"
      skeleton={1}
      count={query.data && count(query.data.total)}
    >
      {({ data }) => (
        <>
          {data.length > 0 && (
            <List label="Suspicious activity reports">
              {data.map(({ _id, number, title, status }) => (
                <ListItem
                  key={_id}
                  title={
                    <Link to="/home/sars/$id" params={{ id: _id }} search={{}}>
                      #{number} {title}
                    </Link>
                  }
                  text={<Tag>{sarStatusNames[status]}</Tag>}
                />
              ))}
            </List>
          )}
          <p className={css.muted}>
            <Link to="/home/sars" search={{ case: found._id }}>
              Reports of this case
            </Link>
          </p>
        </>
      )}
    </LoadedCard>
  );
}
