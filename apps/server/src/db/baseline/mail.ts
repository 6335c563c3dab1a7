/** Outgoing emails: written with the change that causes them, delivered afterwards. */
export const mail = `
create table outbox_mail (
  id uuid primary key,
  recipient text not null,
  template text not null,
  subject text not null,
  -- Sealed \`{text, html}\`; null once delivered or too old.
  content bytea,
  -- \`stored\`: no mail server is set, the operator finds it in the outbox.
  status text not null check (status in ('queued', 'sent', 'stored', 'failed')),
  attempts int4 not null,
  last_error text,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  done_at timestamptz
);
create index outbox_mail_due on outbox_mail (next_attempt_at) where next_attempt_at is not null;
create index outbox_mail_list on outbox_mail (created_at);
`;
