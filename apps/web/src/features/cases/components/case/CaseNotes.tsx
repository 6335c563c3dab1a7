import { type CaseDetails, caseEndpoints, caseLimits } from '@hopscope/contract';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useDraft } from '../../../../lib/drafts.ts';
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
  const { form, change, reset } = useDraft(`case-note:${id}`, { text: '' });
  const add = useCaseCall(caseEndpoints.addCaseNote, organizationId);
  const text = form.text.trim();

  function submit() {
    if (text === '' || add.isPending) return;
    add.mutate({ params: { id }, body: { text } }, { onSuccess: () => reset() });
  }

  return (
    <div className={css.part}>
      <FormStack label="New note" onSubmit={submit}>
        <TextArea
          label="New note"
          name="case-note"
          maxLength={caseLimits.text}
          value={form.text}
          help="Notes cannot be edited"
          onChange={(value) => change('text', value)}
        />
        <FormFailure text={add.error ? failureMessage(add.error, 'Failed to add the note') : undefined} />
        <Row>
          <Button submit loading={add.isPending} disabled={text === ''}>
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
