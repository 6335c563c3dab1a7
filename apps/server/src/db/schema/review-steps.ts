/** First looks, decisions and openings again of compliance transactions (migration 0032); the database writes those of its history. */
export interface ReviewStepTables {
  review_step: {
    transaction_id: string;
    /** Of the happening that it comes from; 0: the first look. */
    number: number;
    organization_id: string;
    kind: 'look' | 'decision' | 'reopening';
    outcome: 'APPROVED' | 'CLOSED_WITH_NOTE' | 'CLOSED_WITH_SAR' | null;
    at: Date;
    by_id: string;
    /** From when the transaction was first seen; of first looks and first decisions. */
    seconds: bigint | null;
  };
}
