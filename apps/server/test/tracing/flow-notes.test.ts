import type { Change, Note, Step } from '@hopscope/canvas';
import { endpoints, type FlowRole } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTeamsApi, type Someone } from '../support/api/teams-api.ts';

let made = 0;
const stepOf = (changes: readonly Change[], more: Partial<Step> = {}): Step => ({
  id: `note-step-${++made}`,
  author: 'nobody',
  time: 0,
  title: 'A step',
  changes,
  ...more,
});
const noteOf = (id: string, text: string, more: Partial<Note> = {}): Note => ({
  kind: 'note',
  id,
  on: null,
  text,
  author: 'Somebody else',
  time: 1,
  ...more,
});
const writes = (id: string, text: string, more: Partial<Step> = {}): Step =>
  stepOf([{ change: 'create', record: noteOf(id, text) }], more);
const says = (id: string, before: string, after: string, more: Partial<Step> = {}): Step =>
  stepOf([{ change: 'set', kind: 'note', id, before: { text: before }, after: { text: after } }], more);
const removes = (note: Note, more: Partial<Step> = {}): Step =>
  stepOf([{ change: 'remove', record: note }], more);

describeWithDatabase('Notes on a shared document', (databases) => {
  test('say who wrote them and when, also through undo; their words are their author’s alone', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const grace = await api.someone('grace@example.org');
    await api.rows("update app_user set name = 'Grace' where id = $1", [grace.id]);
    await api.enlist(ada, id, grace);
    const { data } = await api.as(ada, endpoints.createFlowDocument, {
      params: { id },
      body: { title: 'C' },
    });
    const params = { id, documentId: data._id };
    const body = (steps: readonly Step[]) => ({ params, body: { base: 0, steps: steps as never } });
    const add = (who: Someone, ...steps: Step[]) => api.as(who, endpoints.appendFlowSteps, body(steps));
    const refused = (who: Someone, ...steps: Step[]) =>
      api.refused(403, who, endpoints.appendFlowSteps, body(steps));
    const share = (role: FlowRole) =>
      api.as(ada, endpoints.shareFlowDocument, { params: { ...params, userId: grace.id }, body: { role } });
    const notes = async (): Promise<Note[]> => {
      const { content } = (await api.as(ada, endpoints.getFlowDocument, { params })).data;
      return content.flatMap((one) => (one.kind === 'note' ? [one] : []));
    };
    const noteNow = async (noteId: string): Promise<Note> => {
      const found = (await notes()).find((one) => one.id === noteId);
      if (!found) throw new Error(`No note ${noteId}`);
      return found;
    };

    await add(ada, writes('hers', 'Paid on Monday'));
    const hers = await noteNow('hers');
    expect(hers.author).not.toBe('Somebody else');
    api.clock += 60_000;
    await share('comment');
    // Who comments writes notes, and changes their own alone.
    await add(grace, writes('own', 'Odd'), says('own', 'Odd', 'Very odd'));
    const own = await noteNow('own');
    expect(own).toMatchObject({ text: 'Very odd', time: hers.time + 60 });
    expect(own.author).not.toBe(hers.author);
    await refused(grace, says('hers', hers.text, 'Never paid'));
    await refused(grace, removes(hers));
    await refused(grace, writes('hers', 'Never paid'));
    await refused(
      grace,
      stepOf([{ change: 'set', kind: 'note', id: 'hers', before: {}, after: { on: 'x' } }]),
    );

    await share('edit');
    await refused(grace, says('hers', hers.text, 'Never paid'));
    await refused(grace, writes('hers', 'Never paid'));
    // Not even in the guise of something taken back: of a step that wrote no such note it is signed by who sends it.
    const first = writes('first', 'Mine');
    await add(grace, first);
    const forged = noteOf('forged', 'I saw it', { author: hers.author, time: hers.time });
    await add(grace, stepOf([{ change: 'create', record: forged }], { undoes: first.id }));
    expect(await noteNow('forged')).toMatchObject({ author: own.author, time: hers.time + 60 });
    const away = removes(hers);
    await add(grace, away);
    api.clock += 60_000;
    const back = (record: Note) => stepOf([{ change: 'create', record }], { undoes: away.id });
    await add(grace, back({ ...hers, text: 'Never paid', author: own.author, time: 5 }));
    expect(await noteNow('hers')).toEqual(hers);
    // Another's note under a name of one's own, or one's own under another's, is signed as it was.
    await add(
      grace,
      writes('hers', hers.text),
      stepOf([
        { change: 'set', kind: 'note', id: 'own', before: {}, after: { author: hers.author, time: 1 } },
      ]),
    );
    expect([await noteNow('hers'), await noteNow('own')]).toEqual([hers, own]);
    await add(ada, says('hers', hers.text, 'Paid on Tuesday'));
    expect(await noteNow('hers')).toEqual({ ...hers, text: 'Paid on Tuesday' });

    // A file may bring more of them than one statement takes.
    const many = Array.from({ length: 1100 }, (_, i) => noteOf(`many${i}`, `Note ${i}`));
    await add(grace, stepOf(many.map((record) => ({ change: 'create', record }))));
    expect((await notes()).filter(({ author }) => author === own.author)).toHaveLength(many.length + 3);
    await refused(ada, says('many1099', 'Note 1099', 'Another'));
  });
});
