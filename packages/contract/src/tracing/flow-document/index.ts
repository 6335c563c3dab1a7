/** A FlowTrace document on the wire and in files: its records, and the steps that change them. `packages/canvas` works on it. */
export * from './records.ts';
export * from './steps.ts';
