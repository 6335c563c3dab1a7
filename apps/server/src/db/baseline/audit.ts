/**
 * Append-only audit log. The database itself rejects changes and deletions of rows; details can be erased, but never
 * altered.
 */
export const audit = `
create table audit_chain (
  -- Organization id, or the nil UUID for the installation.
  id uuid primary key,
  length bigint not null check (length >= 0),
  head bytea not null,
  -- Length that the chain of the installation vouches for.
  anchored bigint not null default 0
);

create table audit_log (
  chain_id uuid not null,
  -- From 1.
  sequence bigint not null check (sequence > 0),
  at timestamptz not null,
  actor_id uuid,
  actor_role text not null,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  -- SHA-256 over salt and details.
  commitment bytea not null,
  -- SHA-256 over the row before and this row.
  hash bytea not null,
  primary key (chain_id, sequence)
);
create index audit_log_action on audit_log (chain_id, action, sequence);
create index audit_log_actor on audit_log (actor_id, chain_id, sequence);
create index audit_log_subject on audit_log (subject_id, chain_id, sequence);

create table audit_detail (
  chain_id uuid not null,
  sequence bigint not null,
  -- Null where the whole was erased.
  salt bytea,
  -- Canonical JSON: the text that the entry commits to or, after erasure, the text that the erasing entry commits to.
  details text,
  erased_at timestamptz,
  primary key (chain_id, sequence)
);

create function audit_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
  end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function audit_refuse();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function audit_refuse();
create trigger audit_detail_no_truncate before truncate on audit_detail for each statement execute function audit_refuse();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function audit_refuse();
create trigger audit_detail_no_delete before delete on audit_detail for each row execute function audit_refuse();

create function audit_only_erase() returns trigger language plpgsql as $$
begin
  if new.chain_id = old.chain_id and new.sequence = old.sequence and new.erased_at is not null
    and new.salt is distinct from old.salt and (new.salt is null) = (new.details is null) then
    return new;
  end if;
  raise exception 'details of the audit log can be erased, not changed' using errcode = 'restrict_violation';
end $$;
create trigger audit_detail_only_erase before update on audit_detail for each row execute function audit_only_erase();

create function audit_chain_grows() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.id = old.id and (
    (new.length = old.length + 1 and new.anchored = old.anchored)
    or (new.length = old.length and new.head = old.head and new.anchored > old.anchored and new.anchored <= new.length)
  ) then
    return new;
  end if;
  raise exception 'a chain of the audit log only grows' using errcode = 'restrict_violation';
end $$;
create trigger audit_chain_grows before update or delete on audit_chain for each row execute function audit_chain_grows();
`;
