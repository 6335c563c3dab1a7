/** All assets that a transaction of a monitored account moved, where there are several; what was screened before says nothing of them. */
export const severalAssets = 'alter table compliance_transaction add column assets text';
