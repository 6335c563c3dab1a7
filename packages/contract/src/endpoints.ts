import { auditEndpoints } from './audit-log.ts';
import { getSession, login, logout, refreshSession, signup } from './auth.ts';
import {
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
  search,
} from './blockchain.ts';
import { getHealth } from './health.ts';

/** Every call of the API. The server refuses to start if one of them has no handler. */
export const endpoints = {
  signup,
  login,
  refreshSession,
  getSession,
  logout,
  getBlock,
  listBlockTransactions,
  getTransaction,
  getAddress,
  getAddressSummary,
  listAddressTransactions,
  getBlockStats,
  getLedgerStatus,
  search,
  getHealth,
  ...auditEndpoints,
} as const;
