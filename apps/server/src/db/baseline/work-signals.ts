/**
 * Triggers that announce the table of a change on the channel `work`, at the commit: of rows that are work for a job, so that
 * jobs need not poll the database (`jobs/jobs.ts`), of sessions and people, so that requests need not read them each time
 * (`contexts/identity/auth/session-memory.ts`), and of states of sources and requests to them (`sources/`).
 */
export const workSignals = `
create function announce_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work', tg_table_name);
  return null;
end $$;
create trigger announce_work after update or delete on app_session for each statement execute function announce_work();
create trigger announce_work after update or delete on app_user for each statement execute function announce_work();
create trigger announce_work after insert or update on source_state for each statement execute function announce_work();
create trigger announce_work after insert or update on source_request
  for each statement execute function announce_work();
create trigger announce_work after insert or update of cancel_requested on directory_job
  for each statement execute function announce_work();
create trigger announce_work after insert on alert_event for each statement execute function announce_work();
create trigger announce_work after insert or update of next_attempt_at, status on compliance_transaction
  for each statement execute function announce_work();
create trigger announce_work after insert or update of presence on issuer_measure
  for each statement execute function announce_work();
create trigger announce_work after insert on directory_release for each statement execute function announce_work();
create trigger announce_work after insert on ledger_event for each statement execute function announce_work();
create trigger announce_work after insert or update of past_from on monitored_address
  for each statement execute function announce_work();
create trigger announce_work after insert or update of gap_limit on monitored_wallet
  for each statement execute function announce_work();
create trigger announce_work after insert on one_time_token for each statement execute function announce_work();
create trigger announce_work after insert on outbox_mail for each statement execute function announce_work();
create trigger announce_work after update of state on screening_batch for each statement execute function announce_work();
create trigger announce_work after insert or update of next_attempt_at on travel_transfer
  for each statement execute function announce_work();
create trigger announce_work after insert on webhook_delivery for each statement execute function announce_work();
`;
