import { type CaseDetails, caseEndpoints, caseLimits } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm } from '../../../../lib/form/read-form.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useCaseCall } from '../../api/cases.ts';
import css from '../Cases.module.css';

function NewNote({ found }: { found: CaseDetails }) {
  const { organizationId, _id: id } = found;
  const add = useCaseCall(caseEndpoints.addCaseNote, organizationId);
  const form = useForm({
    start: { text: '' },
    draft: `case-note:${id}`,
    read: ({ text }) => readForm(caseEndpoints.addCaseNote.body, { text: text.trim() }),
    send: (body) => add.mutateAsync({ params: { id }, body }),
    sent: (_, { reset }) => reset(),
    failure: 'Failed to add the note',
  });

  return (
    <div className={css.part}>
      <FormStack label="New note" onSubmit={form.submit}>
        <TextArea
          label="New note"
          maxLength={caseLimits.text}
          {...form.field('text')}
          name="case-note"
          help="Notes cannot be edited"
        />
        <FormFailure text={form.failure} />
        <Row>
          <Button submit loading={form.busy} disabled={form.values.text.trim() === ''}>
            Add note
          </Button>
        </Row>
      </FormStack>
    </div>
  );
}

/** Notes on a case, newest first. */
export function CaseNotes({ found, writes }: { found: CaseDetails; writes: boolean }) {
  const { count } = useFormats();
  return (
    <Card id="notes" title="Notes" count={count(found.notes.length)}>
      {writes && <NewNote found={found} />}
      {found.notes.length === 0 ? (
        <p className={css.muted}>No notes yet.</p>
      ) : (
        <List label="Notes">
          {found.notes.map(({ _id, text, by, at }) => (
            <ListItem
              key={_id}
              title={<span className={css.text}>{text}</span>}
              text={
                <>
                  {by.name}, <Time seconds={Date.parse(at) / 1000} to="minute" />
                </>
              }
            />
          ))}
        </List>
      )}
    </Card>
  );
}
