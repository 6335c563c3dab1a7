/** Mails on their way. */
export interface MailTables {
  outbox_mail: OutboxMailTable;
}

export interface OutboxMailTable {
  id: string;
  recipient: string;
  template: string;
  subject: string;
  /** Sealed `{text, html}`; null once delivered or too old. */
  content: Uint8Array | null;
  /** `kept`: no mail server is set, the operator finds it in the outbox. */
  status: 'queued' | 'sent' | 'kept' | 'failed';
  attempts: number;
  last_error: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
  done_at: Date | null;
}
