/** Whose each note of a FlowTrace document is, and what it says, also while it is off the canvas; taken from the steps that are there. */
export const flowNotes = `
create table flow_note (
  document_id uuid not null references flow_document (id) on delete cascade,
  note_id text not null,
  author uuid not null,
  -- What the note says of its author
  name text not null,
  -- Seconds since 1970
  time int8 not null,
  text text not null,
  primary key (document_id, note_id)
);
insert into flow_note (document_id, note_id, author, name, time, text)
select distinct on (s.document_id, c.value -> 'record' ->> 'id')
  s.document_id, c.value -> 'record' ->> 'id', s.author, c.value -> 'record' ->> 'author',
  (c.value -> 'record' ->> 'time')::int8, c.value -> 'record' ->> 'text'
from (select document_id, sequence, author, step::jsonb from flow_step where step like '%"kind":"note"%' offset 0) s
  cross join lateral jsonb_array_elements(s.step -> 'changes') c
where c.value ->> 'change' = 'create' and c.value -> 'record' ->> 'kind' = 'note'
order by s.document_id, c.value -> 'record' ->> 'id', s.sequence;
update flow_note n set text = t.text
from (
  select distinct on (s.document_id, c.value ->> 'id')
    s.document_id, c.value ->> 'id' as note_id, c.value -> 'after' ->> 'text' as text
  from (select document_id, sequence, step::jsonb from flow_step where step like '%"kind":"note"%' offset 0) s
    cross join lateral jsonb_array_elements(s.step -> 'changes') c
  where c.value ->> 'change' = 'set' and c.value ->> 'kind' = 'note' and c.value -> 'after' ? 'text'
  order by s.document_id, c.value ->> 'id', s.sequence desc
) t
where n.document_id = t.document_id and n.note_id = t.note_id
`;
