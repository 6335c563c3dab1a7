/** Who put a case into its status: whoever submits or escalates one does not close it. Null: unknown, or nobody since it was opened. */
export const caseStatusBy = `alter table compliance_case add column status_by uuid`;
