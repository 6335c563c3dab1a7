/** Whether a second person confirms approvals at or above the risk threshold: they do unless the organization says otherwise. */
export const approvalOverThreshold =
  'alter table organization add column approval_over_threshold boolean not null default true';
